import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Suspense } from 'react'

import { rules } from '#contract/archives/rules.ts'
import type { Report, ReportFinding } from '#contract/scripts/versions.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { isMaintainer } from '#web/scripts/script-page/author-role.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

import { PlaceLink } from './PlaceLink.tsx'
import styles from './ReportFindings.module.css'
import { counted } from './analysis-texts.ts'
import { sideTexts } from './report-texts.ts'
import { detailText } from './finding-detail.ts'
import { groupFindings, placesOf, type FileFindings, type RuleFindings } from './group-findings.ts'
import { severityNames, severityTones } from './severities.ts'

const isAccepted = ({ verdict }: ReportFinding) => verdict?.verdict === 'accepted'

export function ReportFindings({ report }: { report: Report }) {
  const session = useSession()
  const { data: script } = useQuery(scriptQuery(report.script.id))
  const isAuthor = isMaintainer(session, script ?? report.script)
  const isModerator = hasPermission(session, 'admin.scripts.moderate')
  const open = groupFindings(report.findings.filter((finding) => !isAccepted(finding)))
  const accepted = groupFindings(report.findings.filter(isAccepted))
  const { high, medium, low } = report.counts
  const known = report.contents?.known ?? []
  const missing = high + medium + low - open.reduce((sum, group) => sum + placesOf(group), 0)
  return (
    <section className="stack gap-4" aria-labelledby="findings">
      <h2 id="findings" className="text-h2">
        Findings
      </h2>
      {open.length === 0 && (
        <p className="dashed row gap-10px pad-5 round-lg muted">
          <Search />
          No known suspicious patterns.
        </p>
      )}
      {open.map((group) => (
        <FindingGroup key={group.rule} {...{ group, report, isAuthor, isModerator }} />
      ))}
      {missing > 0 && <p className="faint text-sm">{counted(missing, 'more finding')} not shown.</p>}
      {known.length > 0 && (
        <details className={styles.accepted}>
          <summary className="muted strong">
            {counted(known.length, 'unchanged file')} of known libraries
          </summary>
          <p className="faint text-sm">
            {known.length === 1 ? 'It is' : 'They are'} the same as in the release, so nothing in{' '}
            {known.length === 1 ? 'it' : 'them'} is listed.
          </p>
          <ul>
            {known.map(({ path, name }) => (
              <li key={path}>
                {name}: <PlaceLink path={path} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {accepted.length > 0 && (
        <details className={styles.accepted}>
          <summary className="muted strong">
            {counted(report.accepted, 'finding')} accepted by a moderator
          </summary>
          {accepted.map((group) => (
            <FindingGroup key={group.rule} {...{ group, report, isAuthor, isModerator }} />
          ))}
        </details>
      )}
    </section>
  )
}

// Readers do not load it.
const FindingActions = lazyPart(() => import('./FindingActions.tsx'), 'FindingActions')

const rulesById = new Map(rules.map((rule): [string, (typeof rules)[number]] => [rule.id, rule]))

function FindingGroup({
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
  const named = detail && detailText(rule, detail)
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
      {named && (
        <p className="muted text-sm break">
          {named.label}: <bdi className="vivid mono">{named.detail}</bdi>
          {named.advice}
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
