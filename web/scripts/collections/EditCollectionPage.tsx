import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { useSession } from '#web/app/session.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

import { CollectionNotFound } from './CollectionNotFound.tsx'
import { CollectionsSkeleton } from './CollectionsSkeleton.tsx'

const CollectionEditor = lazy(async () => ({
  default: (await import('./CollectionEditor.tsx')).CollectionEditor,
}))

export function EditCollectionPage() {
  const session = useSession()
  const id = parseScriptId(useParams({ from: '/collections/$id/edit' }).id)
  if (id === undefined) return <CollectionNotFound />
  if (session)
    return (
      <Suspense fallback={<CollectionsSkeleton />}>
        <CollectionEditor key={id} id={id} userId={session.user.id} />
      </Suspense>
    )
  return (
    <div className="page-width">
      <PageHead title="Edit Collection" />
      <AuthenticationRequired text="Sign in to edit your collection." skeleton={<CollectionsSkeleton />} />
    </div>
  )
}
