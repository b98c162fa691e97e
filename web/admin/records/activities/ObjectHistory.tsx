import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { PageButtons } from '#web/admin/resource/PageButtons.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { historyQuery, type HistoryTarget } from './activities.data.ts'
import { ActivityTime } from './ActivityRow.tsx'
import { ChangedValues } from './ChangedValues.tsx'

/** Who changed an object and how, newest first. */
export function ObjectHistory({ type, id }: { type: HistoryTarget; id: number }) {
  const [page, setPage] = useState(1)
  const { data, isError } = useQuery(historyQuery(type, id, page))
  const mayReadLog = hasPermission(useSession(), 'admin.activities.view')
  if (isError) return <p className="faint text-sm">The history could not be loaded.</p>
  if (!data) return <Skeleton shape="block" height={240} />
  return (
    <div className="grid items-start gap-4">
      {data.activities.length === 0 && <p className="faint text-sm">Nothing has been changed yet.</p>}
      <ol className="full lined flush-first">
        {data.activities.map(({ id: key, action, description, users, created_at, metadata }) => (
          <li key={key} className="grid gap-1 py-3">
            <div className="gap-0-2 flex wrap baseline">
              <b>{action}</b>
              <span className="faint text-sm">
                {users && `by ${users.username}, `}
                <ActivityTime time={created_at} />
              </span>
            </div>
            {description && <p className="muted text-sm break">{description}</p>}
            <ChangedValues metadata={metadata} />
          </li>
        ))}
      </ol>
      <PageButtons pagination={data.pagination} onChange={setPage} />
      {mayReadLog && (
        <Link to="/admin/activities" search={{ target_type: type, target_id: id }} className="text-link">
          Show in the activity log
        </Link>
      )}
    </div>
  )
}
