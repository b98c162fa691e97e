import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'

import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { scriptQuery } from './script-detail.data.ts'
import { parseScriptId } from './script-id.ts'
import { ScriptDetail } from './ScriptDetail.tsx'
import { ScriptDetailSkeleton } from './ScriptDetailSkeleton.tsx'
import { ScriptNotFound } from './ScriptNotFound.tsx'
import { useSignedInScript } from './use-signed-in-script.ts'

export function ScriptDetailPage() {
  const { id: text } = useParams({ from: '/scripts/$id' })
  const id = parseScriptId(text)
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined })
  const router = useRouter()
  const isRequested = useSignedInScript(query)
  if (id === undefined) return <ScriptNotFound />
  if (query.data) return <ScriptDetail key={id} script={query.data} />
  if (query.isPending || isRequested) return <ScriptDetailSkeleton />
  if (query.data === null && !query.isError)
    return (
      <VisitorContent skeleton={<ScriptDetailSkeleton />}>
        <ScriptNotFound />
      </VisitorContent>
    )
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load script"
        text="The server did not answer as it should. Please try again."
        // Also loads the route again, which takes the title from the script.
        onRetry={() => void router.invalidate({ forcePending: true })}
        isRetrying={query.isFetching}
      />
    </div>
  )
}
