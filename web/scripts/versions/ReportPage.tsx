import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { isUnfinished, refetchMs } from './analysis-texts.ts'
import { ReportOf } from './ReportOf.tsx'
import { ReportBodySkeleton, ReportSkeleton } from './ReportSkeleton.tsx'
import { ScriptSubpage } from './ScriptSubpage.tsx'
import { reportPath } from './version-paths.ts'
import { reportQuery } from './versions.data.ts'

export function ReportPage() {
  const { id } = useParams({ from: '/scripts/$id/report' })
  const { v } = useSearch({ from: '/scripts/$id/report' })
  return (
    <ScriptSubpage
      key={id}
      id={id}
      v={v}
      current="report"
      failedTitle="Failed to load report"
      skeleton={<ReportSkeleton />}
      versionHref={(version) => `${reportPath(Number(id))}?v=${version}`}
    >
      {({ versionId }) =>
        versionId === undefined ? <NoReport /> : <ReportOfVersion versionId={versionId} />
      }
    </ScriptSubpage>
  )
}

function ReportOfVersion({ versionId }: { versionId: number }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...reportQuery(versionId),
    refetchInterval: ({ state }) => state.data && isUnfinished(state.data) && refetchMs(state),
  })
  if (data) return <ReportOf report={data} />
  if (!isError) return <ReportBodySkeleton />
  return (
    <FailedState
      title="Failed to load report"
      text="The server did not answer as it should. Please try again."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

/** An archive of an earlier release, shortly after the upgrade. */
function NoReport() {
  return (
    <EmptyState
      icon={<Hourglass />}
      title="No report yet"
      text="The archive of this script was uploaded before archives were scanned. Its scan follows soon."
    />
  )
}
