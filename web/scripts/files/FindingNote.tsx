import { Link } from '@tanstack/react-router'

import type { ReportFinding } from '#contract/scripts/versions.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { detailText } from '#web/scripts/versions/finding-detail.ts'
import { severityNames, severityTones } from '#web/scripts/versions/severities.ts'

import styles from './FindingNote.module.css'

export function FindingNote({
  finding: { rule, severity, title, detail, isInComment, verdict, comment },
}: {
  finding: ReportFinding
}) {
  const named = detail && detailText(rule, detail)
  return (
    <div
      role="note"
      className={`grid gap-2px pad-2-4 muted break max-full sticky edge ${styles.note}`}
      data-tone={severityTones[severity]}
    >
      <p className="gap-4px-3 row wrap vivid">
        <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>
        <Link to="/rules" hash={rule} className="text-link">
          {title}
        </Link>
        {isInComment && <span>In a comment: it does not run.</span>}
      </p>
      {named && (
        <p>
          {named.label}: <bdi>{named.detail}</bdi>
          {named.advice}
        </p>
      )}
      {comment && <p>The author: {comment.text}</p>}
      {verdict && (
        <p>
          {verdict.verdict === 'accepted' ? 'Accepted' : 'Confirmed'} by a moderator: {verdict.note}
        </p>
      )}
    </div>
  )
}
