import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { isUnfinished, refetchMs } from '#web/scripts/versions/analysis-texts.ts'
import { ReportBodySkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'

import { installPath } from '#web/scripts/versions/version-paths.ts'
import { installQuery } from './install.data.ts'
import { InstallSteps } from './InstallSteps.tsx'

export function InstallPage() {
  const { v } = useSearch({ from: '/scripts/$id/install' })
  return (
    <ScriptSubpage v={v} current="install" failedTitle="Failed to load the installation" pathOf={installPath}>
      {({ script, versionId }) =>
        versionId === undefined ? <NotRead /> : <InstallOfVersion script={script} versionId={versionId} />
      }
    </ScriptSubpage>
  )
}

function InstallOfVersion({ script, versionId }: { script: Script; versionId: number }) {
  const query = useQuery({
    ...installQuery(versionId),
    refetchInterval: ({ state }) => state.data && isUnfinished(state.data) && refetchMs(state),
  })
  return (
    <QueryContent
      query={query}
      failed="Failed to load the installation"
      isMain
      skeleton={<ReportBodySkeleton />}
    >
      {(install) => <InstallSteps key={versionId} {...{ script, install }} />}
    </QueryContent>
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
