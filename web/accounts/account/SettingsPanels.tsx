import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { call, ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { userPath } from '#web/app/paths.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { FollowingPanel } from '#web/site/follows/FollowingPanel.tsx'
import { NotificationSettingsCard } from '#web/site/notifications/NotificationSettingsCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import { accountErrorTexts } from './account-error-texts.ts'
import { DiscordPanel } from './DiscordPanel.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileTextForm } from './ProfileTextForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import type { SettingsTab } from './settings-search.ts'
import { TokensPanel } from './TokensPanel.tsx'
import { TransientNotice, useTransientMessage } from './TransientNotice.tsx'
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

/** Shows the signed-in user as others see them. */
function OwnCard({ user }: { user: CurrentUser }) {
  const { username, avatar_url } = user
  const [group] = user.groups ?? []
  return (
    <Card as="aside" padding="md" className="grid gap-4 sticky-aside" aria-labelledby="own-card-title">
      <h2 id="own-card-title" className="sans text-sm strong leading-sm faint">
        How others see you
      </h2>
      <div className="grid gap-3 middle cols-auto-fill">
        <Avatar name={username} src={avatar_url} size="md" />
        <div className="grid items-start gap-4px">
          <p className="max-full strong leading-sm">
            <StyledName name={username} css={user.css} />
          </p>
          {group && <Badge color={group.color}>{group.display_name}</Badge>}
        </div>
      </div>
      <Link to={userPath(username)} className={buttonClass({ isWide: true })}>
        View Profile
      </Link>
    </Card>
  )
}

const errorTexts = accountErrorTexts({
  failed: 'The email could not be sent. Please try again.',
  broken: 'An error occurred while sending the email',
})

/** Sends the confirmation mail again to a user who has not confirmed their email. */
function ConfirmationCard({ email }: { email: string }) {
  const { message, show, clear } = useTransientMessage()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/account/confirmation'),
    onMutate: clear,
    onSuccess: () => show('ok', 'Confirmation email sent! Check your inbox.'),
    onError: async (error) => {
      // Already confirmed, on another device: refreshing the session removes this card.
      if (error instanceof ApiError && error.status === 409) await refreshSession()
      else show('danger', errorMessage(error, errorTexts))
    },
  })
  return (
    <SectionCard
      id="confirmation-title"
      title="Confirm your email"
      text={
        <>
          We sent an email to <strong className="vivid strong break">{email}</strong>. Open the link in it to
          confirm that this is your address.
        </>
      }
    >
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div className="row wrap gap-3 phone-fill">
          <Button icon={<Mail />} isBusy={isPending} busyText="Sending Email..." onClick={() => mutate()}>
            Send Email Again
          </Button>
        </div>
      </div>
    </SectionCard>
  )
}
