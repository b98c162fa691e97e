import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter, useSearch } from '@tanstack/react-router'

import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { useSignedInScript } from '#web/scripts/script-page/use-signed-in-script.ts'
import { FailedState } from '#web/ui/FailedState.tsx'

import { CollectionNotFound } from './CollectionNotFound.tsx'
import { CollectionView } from './CollectionView.tsx'
import { CollectionsSkeleton } from './CollectionsSkeleton.tsx'
import { collectionQuery } from './collections.data.ts'

export function CollectionPage() {
  const { id: text } = useParams({ from: '/collections/$id' })
  const { key } = useSearch({ from: '/collections/$id' })
  const id = parseScriptId(text)
  const query = useQuery({ ...collectionQuery(id ?? 0, key), enabled: id !== undefined })
  const router = useRouter()
  const isRequested = useSignedInScript(query)
  if (id === undefined) return <CollectionNotFound />
  if (query.data) return <CollectionView key={id} collection={query.data} />
  if (query.isPending || isRequested) return <CollectionsSkeleton />
  if (query.data === null && !query.isError)
    return (
      <VisitorContent skeleton={<CollectionsSkeleton />}>
        <CollectionNotFound />
      </VisitorContent>
    )
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load the collection"
        text="The server did not answer as it should. Please try again."
        // Also loads the route again, which takes the title from the collection.
        onRetry={() => void router.invalidate({ forcePending: true })}
        isRetrying={query.isFetching}
      />
    </div>
  )
}
