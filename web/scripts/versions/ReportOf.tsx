import { Link } from '@tanstack/react-router'
import { memo, Suspense } from 'react'

import type { Report } from '#contract/scripts/versions.ts'
import { scriptPath } from '#web/app/paths.ts'
import { dateText } from '#web/ui/date-text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { isUnfinished, reportLimits, statusOf, waitText } from './analysis-texts.ts'
import { ReportAside } from './ReportAside.tsx'
import styles from './Report.module.css'
import { ReportCapabilities, ReportContents, ReportFindings, ReportResources } from './report-lazy.ts'
import { StatusLine } from './StatusLine.tsx'
import { changesPath } from './version-paths.ts'

export function ReportOf({ report }: { report: Report }) {
  const { script, version, context, state, scannedAt, revision } = report
  const { previous } = context
  return (
    <>
      <section
        className={`${styles.status} grid gap-2 pad-5 framed round-lg fill-1 muted`}
        aria-label="Result"
        aria-live="polite"
      >
        <StatusLine
          status={statusOf(report)}
          className={`${styles.statusLine} row gap-10px vivid text-h3 bold`}
        />
        <StateText report={report} />
        <p className="reading-75">{reportLimits}</p>
        {scannedAt && revision && (
          <p className="faint text-sm">
            Scanned <time dateTime={scannedAt}>{dateText(scannedAt)}</time> with{' '}
            <Link to="/rules" className="text-link">
              rule set {revision}
            </Link>
          </p>
        )}
        {report.basedOn && (
          <p>
            The author says this is based on{' '}
            <Link to={scriptPath(report.basedOn.script.id)} className="text-link">
              {report.basedOn.script.name}
            </Link>
            {report.basedOn.share !== null && `: ${report.basedOn.share}% of the code is in that script`}.
          </p>
        )}
        {previous && (
          <p>
            <Link
              to={changesPath(script.id)}
              search={{ from: previous.id, to: version.id }}
              className="text-link"
            >
              Changes since <bdi>{previous.number}</bdi>
            </Link>
          </p>
        )}
      </section>
      <div className={`grid gap-10 top mt-8 with-aside ${styles.columns}`}>
        <div className={`${styles.main} gap-12 stack`}>{state === 'done' && <Parts report={report} />}</div>
        <ReportAside report={report} />
      </div>
    </>
  )
}

/** Not rendered again before it is hydrated: React would replace the server's markup. */
const Parts = memo(function Parts({ report }: { report: Report }) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={320} />}>
      <ReportFindings report={report} />
      <ReportCapabilities report={report} />
      <ReportResources report={report} />
      {report.contents && <ReportContents contents={report.contents} />}
    </Suspense>
  )
})

function StateText({ report }: { report: Report }) {
  if (report.state === 'failed')
    return (
      <p>
        {report.failure ?? 'The archive could not be read.'} Until then nothing is known about its contents.
      </p>
    )
  if (isUnfinished(report)) return <p>{waitText(report)} This page shows it as soon as it is there.</p>
  if (!report.isWhole)
    return (
      <p>
        Parts of the archive were not read, so they were not scanned.{' '}
        <a href="#contents" className="text-link">
          See which
        </a>
        , and read them yourself before you run it.
      </p>
    )
  return null
}
