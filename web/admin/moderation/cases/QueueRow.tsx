import { Link } from '@tanstack/react-router'
import { Clock, Copy, UserCheck } from 'lucide-react'
import { useState } from 'react'

import type { CaseRow } from '#contract/moderation/cases.ts'
import type { ModerationSearch } from '#web/admin/admin-search.ts'
import { useSession } from '#web/app/session.ts'
import { caseStatus, reasonTexts, caseDueText } from '#web/moderation/cases/cases.texts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'
import { severityStatus } from '#web/scripts/versions/version-texts.ts'

import styles from './Moderation.module.css'
import { holderOf } from './queue-order.ts'

export function QueueRow({ row, search }: { row: CaseRow; search: ModerationSearch }) {
  const { id, number, reportCount, user, severity, finding, isFirstVersion, similarity, state } = row
  const ownName = useSession()?.user.username ?? ''
  const [now] = useState(Date.now)
  const holder = state === 'open' ? holderOf(row, ownName, now) : undefined
  const isOwn = state === 'open' && row.claimedBy === ownName
  const due = caseDueText(row, now)
  const severityBadge = severity === null ? undefined : severityStatus({ analysis: 'done', severity })
  const status = caseStatus(row)
  return (
    <li className={`row relative wrap pad-4-5 hover-fill ${styles.row} gap-2-5`}>
      <div className="min-0 flex-320">
        <Link
          to="/admin/moderation/$id"
          params={{ id: String(id) }}
          search={search}
          className={`${styles.rowLink} bold break`}
          data-row=""
        >
          {row.title}
        </Link>
        <p className="gap-2px-4 row wrap faint text-sm">
          <span>#{id}</span>
          {number && <span>Version {number}</span>}
          {isFirstVersion !== null && <span>{isFirstVersion ? 'First version' : 'Update'}</span>}
          <span>{reasonTexts[row.reason]}</span>
          {reportCount > 1 && <span>{reportCount} reports</span>}
          {user && <span>{user.username}</span>}
          <TimeAgo time={row.createdAt} />
        </p>
        {finding && (
          <p className="mt-2px muted text-sm break">
            {finding.title}:{' '}
            <bdi>{finding.line === null ? finding.path : `${finding.path}:${finding.line}`}</bdi>
          </p>
        )}
        {similarity && (
          <p className="mt-2px row gap-6px warning text-sm">
            <Copy />
            {similarity}
          </p>
        )}
      </div>
      <div className="flex wrap gap-2">
        {state === 'closed' && <Badge tone={status.tone}>{status.text}</Badge>}
        {severityBadge && state === 'open' && <Badge tone={severityBadge.tone}>{severityBadge.text}</Badge>}
        {row.script?.isHidden && state === 'open' && <Badge tone="warn">Hidden</Badge>}
        {due && (
          <Badge tone={due.isLate ? 'danger' : 'warn'} icon={<Clock />}>
            {due.text}
          </Badge>
        )}
        {(holder !== undefined || isOwn) && (
          <Badge icon={<UserCheck />}>Claimed by {isOwn ? 'you' : holder}</Badge>
        )}
      </div>
    </li>
  )
}
