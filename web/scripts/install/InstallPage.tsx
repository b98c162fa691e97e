import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { isUnfinished, refetchMs } from '#web/scripts/versions/analysis-texts.ts'
import { ReportBodySkeleton, ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'

import { installPath } from '#web/scripts/versions/version-paths.ts'
import { installQuery } from './install.data.ts'
import { InstallSteps } from './InstallSteps.tsx'

export function InstallPage() {
  const { id } = useParams({ from: '/scripts/$id/install' })
  const { v } = useSearch({ from: '/scripts/$id/install' })
  return (
    <ScriptSubpage
      key={id}
      id={id}
      v={v}
      current="install"
      failedTitle="Failed to load the installation"
      skeleton={<ReportSkeleton />}
      versionHref={(version) => `${installPath(Number(id))}?v=${version}`}
    >
      {({ script, versionId }) =>
        versionId === undefined ? <NotRead /> : <InstallOfVersion script={script} versionId={versionId} />
      }
    </ScriptSubpage>
  )
}

function InstallOfVersion({ script, versionId }: { script: Script; versionId: number }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...installQuery(versionId),
    refetchInterval: ({ state }) => state.data && isUnfinished(state.data) && refetchMs(state),
  })
  if (data) return <InstallSteps key={versionId} script={script} install={data} />
  if (!isError) return <ReportBodySkeleton />
  return (
    <FailedState
      title="Failed to load the installation"
      text="The server did not respond as expected. Please try again."
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

/** An archive of an earlier release, shortly after the upgrade. */
function NotRead() {
  return (
    <EmptyState
      icon={<Hourglass />}
      title="Not read yet"
      text="The archive of this script was uploaded before archives were scanned. It will be scanned soon."
    />
  )
}
