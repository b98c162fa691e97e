import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import type { Script } from '#contract/scripts.ts'
import { parseScriptId } from '#web/scripts/script-id.ts'
import { scriptQuery } from '#web/scripts/script-detail.data.ts'
import { ScriptNotFound } from '#web/scripts/ScriptNotFound.tsx'
import { useSignedInScript } from '#web/scripts/use-signed-in-script.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { isUnfinished } from './analysis-texts.ts'
import { ReportOf } from './ReportOf.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'
import { reportQuery } from './versions.data.ts'

const refetchMs = 5000

export function ReportPage() {
  const { id: text } = useParams({ from: '/scripts/$id/report' })
  const id = parseScriptId(text)
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined })
  useSignedInScript(query)
  const router = useRouter()
  if (id === undefined || query.data === null) return <ScriptNotFound />
  if (query.data) return <ReportOfScript key={id} script={query.data} />
  if (query.isPending) return <ReportSkeleton />
  return (
    <ReportFailed
      onRetry={() => void router.invalidate({ forcePending: true })}
      isRetrying={query.isFetching}
    />
  )
}

function ReportOfScript({ script: { versionId } }: { script: Script }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...reportQuery(versionId ?? 0),
    enabled: versionId !== undefined,
    refetchInterval: ({ state }) => state.data && isUnfinished(state.data) && refetchMs,
  })
  if (versionId === undefined) return <NoReport />
  if (data) return <ReportOf report={data} />
  if (isError) return <ReportFailed onRetry={() => void refetch()} isRetrying={isFetching} />
  return <ReportSkeleton />
}

/** An archive of an earlier release, shortly after the upgrade. */
function NoReport() {
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Hourglass />}
        title="No report yet"
        text="The archive of this script was uploaded before archives were scanned. Its scan follows soon."
      />
    </div>
  )
}

function ReportFailed(retry: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load report"
        text="The server did not answer as it should. Please try again."
        {...retry}
      />
    </div>
  )
}
