import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { Report } from '#contract/scripts/versions.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { refetchMs, statusOf } from '#web/scripts/versions/analysis-texts.ts'
import { ReportCapabilities } from '#web/scripts/versions/ReportCapabilities.tsx'
import { ReportFindings } from '#web/scripts/versions/ReportFindings.tsx'
import { ReportBodySkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { useShown } from '#web/scripts/versions/shown-version.ts'
import { StatusLine } from '#web/scripts/versions/StatusLine.tsx'
import { isReportUnfinished } from '#web/scripts/versions/unfinished-versions.ts'
import { VersionChanges } from '#web/scripts/versions/VersionChanges.tsx'
import { changesPath, filesPath, reportPath, versionSearch } from '#web/scripts/versions/version-paths.ts'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'

import styles from './Moderation.module.css'
import { SimilarScripts } from './SimilarScripts.tsx'

/** What the report says about a version, and what it changes. */
export function CaseVersion({ scriptId, versionId }: { scriptId: number; versionId: number }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...reportQuery(versionId),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data && isReportUnfinished(state.data) && refetchMs(state),
  })
  const search = versionSearch(useShown())
  if (!data)
    return isError ? (
      <FailedState title="Failed to load report" onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <ReportBodySkeleton />
    )
  const { version } = data
  return (
    <>
      <section
        className={`${styles.version} stack gap-2 pad-5 framed round-lg fill-1`}
        aria-labelledby="version"
      >
        <h2 id="version">
          Version <bdi>{version.number}</bdi>
        </h2>
        <StatusLine status={statusOf(data)} className={`${styles.statusLine} row gap-8px strong`} />
        {data.state === 'failed' && <p>{data.failure ?? 'The archive could not be read.'}</p>}
        <p className={`${styles.facts} row wrap faint text-sm`}>
          <span>{fileSizeText(version.fileSize)}</span>
          <Link to={filesPath(scriptId)} search={search} className="text-link">
            Files
          </Link>
          <Link to={reportPath(scriptId)} search={search} className="text-link">
            Report
          </Link>
          <PreviousVersion report={data} scriptId={scriptId} />
        </p>
        {version.formattedChangelog && <FormattedText nodes={version.formattedChangelog} />}
        {version.change && <VersionChanges change={version.change} />}
      </section>
      <SimilarScripts versionId={versionId} />
      {data.state === 'done' && (
        <>
          <ReportFindings report={data} />
          <ReportCapabilities report={data} />
        </>
      )}
    </>
  )
}

function PreviousVersion({ report: { version, context }, scriptId }: { report: Report; scriptId: number }) {
  const { previous } = context
  if (!previous) return <span>The first version</span>
  return (
    <Link to={changesPath(scriptId)} search={{ from: previous.id, to: version.id }} className="text-link">
      Changes since {previous.number}
    </Link>
  )
}
