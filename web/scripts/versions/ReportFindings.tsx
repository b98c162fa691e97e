import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'

import type { Report, ReportFinding } from '#contract/scripts/versions.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { isMaintainer } from '#web/scripts/script-page/author-role.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'

import { counted } from './analysis-texts.ts'
import { FindingGroup } from './FindingGroup.tsx'
import { groupFindings, placesOf } from './group-findings.ts'
import { PlaceLink } from './PlaceLink.tsx'
import styles from './ReportFindings.module.css'

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
