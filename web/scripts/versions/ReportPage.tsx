import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, Link, useSearch } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { memo, Suspense, type ReactNode } from 'react'

import type { Report } from '#contract/scripts/versions.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import styles from './Report.module.css'
import { ReportBodySkeleton } from './ReportSkeleton.tsx'
import { ScriptSubpage } from './ScriptSubpage.tsx'
import { StatusLine } from './StatusLine.tsx'
import { isUnfinished, refetchMs, waitText, counted } from './analysis-texts.ts'
import { reportLimits, statusOf } from './report-texts.ts'
import { reportPath, changesPath, dependentsPath } from './version-paths.ts'
import { reportQuery } from './versions.data.ts'

const loadParts = () => import('./report-parts.ts')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const ReportFindings = lazyRouteComponent(loadParts, 'ReportFindings')
export const ReportCapabilities = lazyRouteComponent(loadParts, 'ReportCapabilities')
export const ReportResources = lazyRouteComponent(loadParts, 'ReportResources')
export const ReportContents = lazyRouteComponent(loadParts, 'ReportContents')

export function ReportPage() {
  const { v } = useSearch({ from: '/scripts/$id/report' })
  return (
    <ScriptSubpage v={v} current="report" failedTitle="Failed to load report" pathOf={reportPath}>
      {({ versionId }) =>
        versionId === undefined ? <NoReport /> : <ReportOfVersion versionId={versionId} />
      }
    </ScriptSubpage>
  )
}

function ReportOfVersion({ versionId }: { versionId: number }) {
  const query = useQuery({
    ...reportQuery(versionId),
    refetchInterval: ({ state }) => state.data && isUnfinished(state.data) && refetchMs(state),
  })
  return (
    <QueryContent query={query} failed="Failed to load report" isMain skeleton={<ReportBodySkeleton />}>
      {(report) => <ReportOf report={report} />}
    </QueryContent>
  )
}

/** An archive of an earlier release, shortly after the upgrade. */
function NoReport() {
  return (
    <EmptyState
      icon={<Hourglass />}
      title="No report yet"
      text="The archive of this script was uploaded before archives were scanned. It will be scanned soon."
    />
  )
}

function ReportOf({ report }: { report: Report }) {
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
      <p>{report.failure ?? 'The archive could not be read.'} Until then we don’t know what it contains.</p>
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

function ReportAside({ report: { version, script, context, state } }: { report: Report }) {
  const { authorSince, authorScripts, isFirstVersion, uploadedBy, isUploadedByAuthor } = context
  return (
    <aside className={`grid gap-4 sticky-aside ${styles.aside}`} aria-label="Author and archive">
      {state === 'done' && (
        <nav
          className={`grid text-sm no-print contents-list ${styles.contents}`}
          aria-label="Sections of the report"
        >
          <a href="#findings">Findings</a>
          <a href="#capabilities">What it can do</a>
          <a href="#resources">Resources</a>
          <a href="#contents">What it contains</a>
        </nav>
      )}
      <Card as="section" className={styles.facts}>
        <h2 className="text-lg">Author</h2>
        <dl className="facts lined text-sm">
          <Fact name="Name">
            <Link to={userPath(script.author)} className="text-link">
              {script.author}
            </Link>
          </Fact>
          <Fact name="Account created">
            <time dateTime={authorSince}>{dateText(authorSince)}</time>
          </Fact>
          <Fact name="Publishes">{counted(authorScripts, 'script')}</Fact>
          <Fact name="Uploaded by">{isUploadedByAuthor ? 'the author' : (uploadedBy ?? 'another user')}</Fact>
        </dl>
      </Card>
      <Card as="section" className={styles.facts}>
        <h2 className="text-lg">Archive</h2>
        <dl className="facts lined text-sm">
          <Fact name="Version">
            {version.number}, {isFirstVersion ? 'the first version' : 'an update'}
          </Fact>
          <Fact name="Uploaded">
            <time dateTime={version.createdAt}>{dateText(version.createdAt)}</time>
          </Fact>
          <Fact name="Size">{fileSizeText(version.fileSize)}</Fact>
          <Fact name="SHA-256">
            <code className="muted regular">{version.sha256}</code>
          </Fact>
        </dl>
      </Card>
      <p className="faint text-sm">
        <Link to={dependentsPath(script.id)} className="text-link">
          Scripts that need this one
        </Link>
      </p>
      <p className="faint text-sm">
        <Link to="/rules" className="text-link">
          What the rules look for
        </Link>
      </p>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
