import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import type { Script } from '#contract/scripts/scripts.ts'
import type { WorksReports } from '#contract/scripts/works-reports.ts'
import { useSession } from '#web/app/session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { authorRoleOf, isMaintainer, isPublic } from '#web/scripts/script-page/author-role.ts'
import { Pagination } from '#web/ui/Pagination.tsx'
import { ReportBodySkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import styles from './Works.module.css'
import { worksPath } from '#web/scripts/versions/version-paths.ts'
import { worksQuery, ownWorksQuery } from './works.data.ts'
import { countsText } from './works.texts.ts'
import { WorksReportEntry } from './WorksReportEntry.tsx'
import { WorksTable } from './WorksTable.tsx'
import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

export function WorksPage() {
  const { v, page = 1 } = useSearch({ from: '/scripts/$id/works' })
  return (
    <ScriptSubpage v={v} current="works" failedTitle="Failed to load the reports" pathOf={worksPath}>
      {({ script }) => <Works script={script} v={v} page={page} />}
    </ScriptSubpage>
  )
}

function Works({ script, v, page }: { script: Script; v: number | undefined; page: number }) {
  return (
    <QueryContent
      query={useQuery(worksQuery(script.id, v, page))}
      failed="Failed to load the reports"
      isMain
      skeleton={<ReportBodySkeleton />}
    >
      {(works) => <WorksOfVersion {...{ script, v, works }} />}
    </QueryContent>
  )
}

function WorksOfVersion({
  script,
  v,
  works: { version, counts, table, reports, pagination, otherVersions },
}: {
  script: Script
  v: number | undefined
  works: WorksReports
}) {
  const session = useSession()
  if (!version)
    return (
      <EmptyState
        icon={<LifeBuoy />}
        title="No version yet"
        text="Members can report how this script works once it has a version."
      />
    )
  return (
    <div className="reading-col grid gap-8">
      {script.supportUrl && (
        <p className={`${styles.support} flex gap-3 framed round-md fill-1 break`}>
          <LifeBuoy aria-hidden />
          <span>
            The author helps with problems at{' '}
            <a href={script.supportUrl} rel="nofollow ugc" className="text-link">
              {script.supportUrl}
            </a>
            .
          </span>
        </p>
      )}
      <section className="stack gap-4" aria-labelledby="works-title">
        <h2 id="works-title" className="text-h3 break">
          How version {version.number} works
        </h2>
        <p className="muted">{countsText(counts)}</p>
        {table.length > 0 && <WorksTable rows={table} caption={`Reports on version ${version.number}`} />}
      </section>
      {!authorRoleOf(session, script) && isPublic(script) && <WorksForm version={version} />}
      {reports.length > 0 && (
        <section className="stack gap-4" aria-labelledby="works-reports-title">
          <h2 id="works-reports-title" className="text-h3 break">
            Reports
          </h2>
          <ol className="stack gap-4">
            {reports.map((report) => (
              <WorksReportEntry
                key={report.id}
                scriptId={script.id}
                report={report}
                mayAnswer={isMaintainer(session, script)}
              />
            ))}
          </ol>
          <Pagination
            page={pagination.page}
            pageCount={pagination.totalPages}
            renderLink={(pageNumber, props) => (
              <Link
                to={worksPath(script.id)}
                search={{ ...(v !== undefined && { v }), ...(pageNumber > 1 && { page: pageNumber }) }}
                {...props}
              />
            )}
          />
        </section>
      )}
      {otherVersions.length > 0 && (
        <details>
          <summary className="strong">Reports on other versions</summary>
          <ul className="grid gap-3 pt-3 muted">
            {otherVersions.map(({ id, number, ...reportCounts }) => (
              <li key={id}>
                <Link to={worksPath(script.id)} search={{ v: id }} className="text-link">
                  Version {number}
                </Link>{' '}
                {countsText(reportCounts)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const OwnReportForm = lazyPart(() => import('./OwnReportForm.tsx'), 'OwnReportForm')

type Version = { id: number; number: string }

/** The user's own report on a version, not for its authors. A visitor signs in first. */
function WorksForm({ version }: { version: Version }) {
  const session = useSession()
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-labelledby="works-form-title">
      <h2 id="works-form-title" className="text-h3 break" tabIndex={-1}>
        Does version {version.number} work for you?
      </h2>
      {session ? (
        <OwnReport key={version.id} version={version} userId={session.user.id} />
      ) : (
        <>
          <p className="muted">
            Members who downloaded this version at least a day ago can say how it works on their server.
          </p>
          <Button className="self-start" onClick={() => openAuthDialog()}>
            Sign in to report
          </Button>
        </>
      )}
    </Card>
  )
}

function OwnReport({ version, userId }: { version: Version; userId: number }) {
  const query = useQuery(ownWorksQuery(version.id, userId))
  const skeleton = <Skeleton shape="block" height={120} />
  return (
    <QueryContent query={query} failed="Failed to load your report" isMain skeleton={skeleton}>
      {(own) => (
        <Suspense fallback={skeleton}>
          <OwnReportForm key={own.report?.updatedAt} {...{ version, own }} />
        </Suspense>
      )}
    </QueryContent>
  )
}
