import { Link } from '@tanstack/react-router'

import type { Report } from '#contract/versions.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { isUnfinished, reportLimits } from './analysis-texts.ts'
import { ReportAside } from './ReportAside.tsx'
import { ReportCapabilities } from './ReportCapabilities.tsx'
import { ReportContents } from './ReportContents.tsx'
import { ReportFindings } from './ReportFindings.tsx'
import styles from './Report.module.css'
import { ReportResources } from './ReportResources.tsx'
import { ScriptPages } from './ScriptPages.tsx'
import pagesStyles from './ScriptPages.module.css'
import { StatusLine } from './StatusLine.tsx'

export function ReportOf({ report }: { report: Report }) {
  const { script, version, state, scannedAt, revision, contents } = report
  return (
    <article className={`page-width ${styles.report}`}>
      <header className={styles.head}>
        <Breadcrumbs
          steps={[
            { label: 'Assets', renderLink: (props) => <Link to="/scripts" {...props} /> },
            {
              label: script.name,
              renderLink: (props) => <Link to={scriptPath(script.id)} {...props} />,
            },
          ]}
        />
        <h1>{script.name}</h1>
        <p className={styles.byline}>
          Report of version {version.number} by{' '}
          <Link to={userPath(script.author)} className="text-link">
            {script.author}
          </Link>
        </p>
      </header>
      <div className={pagesStyles.pages}>
        <ScriptPages id={script.id} current="report" />
      </div>
      <section className={styles.status} aria-label="Result" aria-live="polite">
        <StatusLine analysis={report} className={styles.statusLine} />
        <StateText report={report} />
        <p className={styles.limits}>{reportLimits}</p>
        {scannedAt && revision && (
          <p className={styles.note}>
            Scanned <time dateTime={scannedAt}>{dateText(scannedAt)}</time> with{' '}
            <Link to="/rules" className="text-link">
              rule set {revision}
            </Link>
          </p>
        )}
      </section>
      <div className={styles.columns}>
        <div className={styles.main}>
          {state === 'done' && (
            <>
              <ReportFindings report={report} />
              <ReportCapabilities report={report} />
              <ReportResources report={report} />
              {contents && <ReportContents scriptId={script.id} contents={contents} />}
            </>
          )}
        </div>
        <ReportAside report={report} />
      </div>
    </article>
  )
}

function StateText({ report }: { report: Report }) {
  if (report.state === 'failed')
    return <p>{report.failure ?? 'The archive could not be read.'} So nothing is known about its contents.</p>
  if (isUnfinished(report))
    return <p>Each archive is read once. This page shows the result as soon as it is there.</p>
  if (!report.isWhole) return <p>Parts of the archive were not read, so they were not scanned.</p>
  return null
}
