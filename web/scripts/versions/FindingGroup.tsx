import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { rules } from '#contract/archives/rules.ts'
import type { Report, ReportFinding } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { sideTexts } from './analysis-texts.ts'
import type { FileFindings, RuleFindings } from './group-findings.ts'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './FindingGroup.module.css'
import { severityNames, severityTones } from './severities.ts'

// Readers do not load it.
const FindingActions = lazyPart(() => import('./FindingActions.tsx'), 'FindingActions')

const rulesById = new Map(rules.map((rule): [string, (typeof rules)[number]] => [rule.id, rule]))

/** The findings of one rule. */
export function FindingGroup({
  group: { rule, title, severity, files },
  report,
  isAuthor,
  isModerator,
}: {
  group: RuleFindings
  report: Report
  isAuthor: boolean
  isModerator: boolean
}) {
  const described = rulesById.get(rule)
  return (
    <Card as="section" className="stack gap-3 pad-5 edge" data-tone={severityTones[severity]}>
      <div className="row wrap gap-2-3">
        <h3 className="text-lg break">{title}</h3>
        <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>
      </div>
      {described && (
        <p className="muted reading-75">
          {described.why} <strong>Check:</strong> {described.check}{' '}
          <Link to="/rules" hash={rule} className="text-link">
            About this rule<span className="visually-hidden">: {title}</span>
          </Link>
        </p>
      )}
      {files.map((file) => (
        <div key={file.path} className="pt-3 stack gap-3 line-above">
          <ol className="stack gap-4">
            {file.places.map((place, index) => (
              <Place key={`${place.line} ${index}`} place={place} />
            ))}
          </ol>
          <Remarks file={file} author={report.script.author} />
          {(isAuthor || isModerator) && (
            <Suspense>
              <FindingActions {...{ rule, title, file, report, isAuthor, isModerator }} />
            </Suspense>
          )}
        </div>
      ))}
    </Card>
  )
}

function Place({ place }: { place: ReportFinding }) {
  const { rule, path, line, side, excerpt, detail, isInComment } = place
  return (
    <li className="stack gap-6px">
      <p>
        <PlaceLink path={path} line={line} />
        <span className="faint text-sm"> · {sideTexts[side]}</span>
        {isInComment && (
          <span className="faint text-sm">
            {' '}
            · in a comment, a known cause of false alarms: it does not run
          </span>
        )}
      </p>
      {excerpt && (
        <pre
          className={`round-sm vivid text-sm break framed fill-0 pre-wrap leading edge ${styles.excerpt} pad-10px-14px isolate`}
        >
          <code>
            <Marked text={excerpt} part={detail} />
          </code>
        </pre>
      )}
      {detail && (
        <p className="muted text-sm break">
          {rule === 'hidden-text' ? 'Decoded' : 'Found'}: <bdi className="vivid mono">{detail}</bdi>
          {/https?:\/\//i.test(detail) &&
            '. Do not open this URL: its owner sees that you looked, and it may send your server something else.'}
        </p>
      )}
    </li>
  )
}

/** Marks what was found, where the line contains it. */
function Marked({ text, part }: { text: string; part: string | null }) {
  const start = part ? text.indexOf(part) : -1
  if (!part || start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <mark>{part}</mark>
      {text.slice(start + part.length)}
    </>
  )
}

function Remarks({ file: { comment, verdict }, author }: { file: FileFindings; author: string }) {
  return (
    <>
      {comment && (
        <figure className="pad-10px-14px round-md fill-2 text-sm">
          <figcaption className="faint">
            {author}, the author, on <time dateTime={comment.at}>{dateText(comment.at)}</time>
          </figcaption>
          <blockquote className="mt-2px break pre-line">{comment.text}</blockquote>
        </figure>
      )}
      {verdict && (
        <figure className="pad-10px-14px round-md fill-2 text-sm">
          <figcaption className="faint">
            {verdict.verdict === 'accepted' ? 'Checked and accepted' : 'Confirmed'} by a moderator on{' '}
            <time dateTime={verdict.at}>{dateText(verdict.at)}</time>
          </figcaption>
          <blockquote className="mt-2px break pre-line">{verdict.note}</blockquote>
        </figure>
      )}
    </>
  )
}
