import { Link, useSearch } from '@tanstack/react-router'
import { Bell, BellPlus, KeyRound, KeySquare, MonitorSmartphone, UserRound } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { parseSettingsSearch } from './settings-search.ts'
import styles from './SettingsPage.module.css'

const SettingsPanels = lazy(async () => ({ default: (await import('./SettingsPanels.tsx')).SettingsPanels }))

export function SettingsPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/profile/settings' }), parseSettingsSearch)
  const { tab = 'profile' } = pendingSearch
  const session = useSession()
  return (
    <div className="page-width pb-16">
      <PageHead
        title="Profile Settings"
        text="How you appear here, how you sign in, and what we tell you about."
      />
      <Tabs
        label="Settings"
        currentId={tab}
        tabs={[
          { id: 'profile', label: 'Profile', icon: <UserRound /> },
          { id: 'password', label: 'Password', icon: <KeyRound /> },
          { id: 'discord', label: 'Discord', icon: <DiscordIcon /> },
          { id: 'account', label: 'Account', icon: <MonitorSmartphone /> },
          { id: 'tokens', label: 'Access tokens', icon: <KeySquare /> },
          { id: 'following', label: 'Following', icon: <BellPlus /> },
          { id: 'notifications', label: 'Notifications', icon: <Bell /> },
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
      <div className={`mt-8 ${styles.panel}`}>
        {session ? (
          <Suspense fallback={<SettingsSkeleton />}>
            <SettingsPanels key={session.user.id} user={session.user} tab={tab} />
          </Suspense>
        ) : (
          <AuthenticationRequired
            text="Sign in to see and change your settings."
            skeleton={<SettingsSkeleton />}
          />
        )}
      </div>
    </div>
  )
}

function SettingsSkeleton() {
  return (
    <div className="grid gap-6 top with-aside" aria-busy="true">
      <output className="visually-hidden">Loading your settings</output>
      <Card padding="lg" className="stack gap-6">
        <div className="grid gap-1">
          <Skeleton width={140} height="1.5rem" />
          <Skeleton width="60%" />
        </div>
        <div className={`${styles.fields} grid gap-5`}>
          <Skeleton shape="block" height={72} />
          <Skeleton shape="block" height={72} />
          <Skeleton shape="block" height={72} />
        </div>
        <Skeleton shape="block" width={150} height={40} />
      </Card>
      <Skeleton shape="block" height={170} />
    </div>
  )
}
