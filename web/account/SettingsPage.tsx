import { Link, useSearch } from '@tanstack/react-router'
import { KeyRound, MonitorSmartphone, UserRound } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { useSession } from '#web/app/session.ts'
import { useComingSearch } from '#web/app/use-coming-search.ts'
import { AuthenticationRequired } from '#web/auth/AuthenticationRequired.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import { readSettingsSearch } from './settings-search.ts'
import styles from './SettingsPage.module.css'
import { SettingsSkeleton } from './SettingsSkeleton.tsx'

const SettingsPanels = lazy(async () => ({ default: (await import('./SettingsPanels.tsx')).SettingsPanels }))

export function SettingsPage() {
  const { pressed } = useComingSearch(useSearch({ from: '/profile/settings' }), readSettingsSearch)
  const { tab = 'profile' } = pressed
  const session = useSession()
  return (
    <div className={`page-width ${styles.page}`}>
      <PageHead title="Profile Settings" text="How you appear here, and how you sign in." />
      <Tabs
        label="Settings"
        currentId={tab}
        tabs={[
          { id: 'profile', label: 'Profile', icon: <UserRound /> },
          { id: 'password', label: 'Password', icon: <KeyRound /> },
          { id: 'discord', label: 'Discord', icon: <DiscordIcon /> },
          { id: 'account', label: 'Account', icon: <MonitorSmartphone /> },
        ]}
        renderLink={(id, props) => (
          <Link
            to="/profile/settings"
            search={id === 'profile' ? {} : { tab: id }}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      <div className={styles.panel}>
        {session ? (
          <Suspense fallback={<SettingsSkeleton />}>
            <SettingsPanels key={session.user.id} user={session.user} tab={tab} />
          </Suspense>
        ) : (
          <AuthenticationRequired
            text="Sign in to see and change your settings."
            outline={<SettingsSkeleton />}
          />
        )}
      </div>
    </div>
  )
}
