import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { moderationPermissions } from '#web/app/moderation-path.ts'
import { waitingQuery } from '#web/admin/moderation/cases/moderation.data.ts'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { durationText } from '#web/moderation/cases/duration-text.ts'

import styles from './DashboardPage.module.css'

/** How many cases wait for the user, with a link to the queue. */
export function CaseStatus() {
  const maySee = hasAnyPermission(useSession(), moderationPermissions)
  const [now] = useState(Date.now)
  const { data, isError } = useQuery({ ...waitingQuery, enabled: maySee })
  if (!maySee) return null
  if (isError) return <p className={styles.cardNote}>The waiting cases could not be loaded.</p>
  if (!data) return <p className={styles.cardNote}>Cases: …</p>
  const { total, oldestAt } = data
  if (total === 0) return <p className={styles.cardNote}>No cases are waiting.</p>
  const age = oldestAt === null ? '' : `, the oldest for ${durationText(now - Date.parse(oldestAt))}`
  return (
    <p className={styles.cardNote}>
      <Link to="/admin/moderation" className="text-link">
        {total === 1 ? '1 case is waiting' : `${total} cases are waiting`}
        {age}
      </Link>
    </p>
  )
}
