import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { FollowingPanel } from '#web/site/follows/FollowingPanel.tsx'
import { NotificationSettingsCard } from '#web/site/notifications/NotificationSettingsCard.tsx'

import { DiscordPanel } from './DiscordPanel.tsx'
import { OwnCard } from './OwnCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileTextForm } from './ProfileTextForm.tsx'
import type { SettingsTab } from './settings-search.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { ConfirmationCard } from './ConfirmationCard.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** The forms of hidden tabs stay mounted, so that unsaved input survives a change of the tab. */
export function SettingsPanels({ user, tab }: { user: CurrentUser; tab: SettingsTab }) {
  const [hasProfileChanges, setProfileChanges] = useState(false)
  const [hasTextChanges, setTextChanges] = useState(false)
  const [hasPassword, setPassword] = useState(false)
  const [hasChannels, setChannels] = useState(false)
  return (
    <div className="grid gap-6 top with-aside">
      <UnsavedChangesGuard
        isActive={hasProfileChanges || hasTextChanges || hasPassword || hasChannels}
        title="Discard your changes?"
        text="You have unsaved changes."
      />
      <div>
        <div hidden={tab !== 'profile'} className="stack gap-6">
          <ProfileForm user={user} onDirtyChange={setProfileChanges} />
          <ProfileTextForm user={user} onDirtyChange={setTextChanges} />
        </div>
        <div hidden={tab !== 'password'}>
          <PasswordForm user={user} onDirtyChange={setPassword} />
        </div>
        {(tab === 'notifications' || hasChannels) && (
          <div hidden={tab !== 'notifications'}>
            <NotificationSettingsCard user={user} onDirtyChange={setChannels} />
          </div>
        )}
        {tab === 'discord' && <DiscordPanel user={user} />}
        {tab === 'account' && <AccountPanel user={user} />}
        {tab === 'tokens' && <TokensPanel userId={user.id} />}
        {tab === 'following' && <FollowingPanel userId={user.id} />}
      </div>
      <OwnCard user={user} />
    </div>
  )
}

function AccountPanel({ user }: { user: CurrentUser }) {
  return (
    <div className="stack gap-6">
      {!user.email_verified && <ConfirmationCard email={user.email} />}
      <TwoFactorCard user={user} />
      <SessionsCard userId={user.id} />
      <OwnDataCard user={user} />
    </div>
  )
}
