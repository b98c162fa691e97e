import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'

import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { SettingsEditor } from './SettingsEditor.tsx'
import { settingsQuery } from './settings.data.ts'

export function SettingsPage() {
  const session = useSession()
  const { data, error, refetch, isFetching } = useQuery({
    ...settingsQuery,
    enabled: hasPermission(session, 'admin.settings'),
  })
  return (
    <AdminPage
      title="Settings"
      needs="admin.settings"
      text="The name of the site, what it shows and what it allows."
      actions={
        hasPermission(session, 'admin.activities.view') && (
          <Link to="/admin/activities" search={{ action: 'Settings Changed' }} className={buttonClass()}>
            <History />
            History
          </Link>
        )
      }
    >
      {data ? (
        <SettingsEditor opened={data} />
      ) : error ? (
        <FailedState
          title="The settings could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <>
          <Skeleton shape="block" height={280} />
          <Skeleton shape="block" height={360} />
        </>
      )}
    </AdminPage>
  )
}
