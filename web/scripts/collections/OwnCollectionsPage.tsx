import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, Library, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { OwnCollection } from '#contract/scripts/collections.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { useSession } from '#web/app/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'

import { collectionsPath, savedPath } from './collection-paths.ts'
import { CollectionCard } from './CollectionCard.tsx'
import { ownCollectionsQuery } from './collections.data.ts'
import { GridSkeleton } from './CollectionsPage.tsx'

const NewCollectionDialog = lazyPart(() => import('./NewCollectionDialog.tsx'), 'NewCollectionDialog')

export function OwnCollectionsPage() {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="page-width">
      <PageHead
        title="Your Collections"
        text="Lists of scripts for yourself, for your team or for everyone."
        actions={
          session && (
            <>
              <Link to={savedPath} className={buttonClass()}>
                <Bookmark />
                Saved for later
              </Link>
              <Button variant="cta" icon={<Plus />} onClick={() => setOpen(true)}>
                New collection
              </Button>
            </>
          )
        }
      />
      {session ? (
        <OwnCollections key={session.user.id} userId={session.user.id} />
      ) : (
        <AuthenticationRequired text="Sign in to see your collections." skeleton={<GridSkeleton />} />
      )}
      {isOpen && (
        <Suspense>
          <NewCollectionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function OwnCollections({ userId }: { userId: number }) {
  return (
    <QueryContent
      query={useQuery(ownCollectionsQuery(userId))}
      failed="Failed to load your collections"
      skeleton={<GridSkeleton />}
    >
      {({ collections }) => (
        <CollectionGrid collections={collections.filter(({ isSaved }) => !isSaved)} userId={userId} />
      )}
    </QueryContent>
  )
}

function CollectionGrid({ collections, userId }: { collections: readonly OwnCollection[]; userId: number }) {
  if (collections.length === 0)
    return (
      <EmptyState
        icon={<Library />}
        title="No collections yet"
        text="Make one, then press “Add to a collection” on a script."
        action={
          <Link to={collectionsPath} className={buttonClass()}>
            Browse Collections
          </Link>
        }
      />
    )
  return (
    <ul className="grid gap-5 fades tiles" aria-label="Your collections">
      {collections.map((collection) => (
        <li key={collection.id}>
          <CollectionCard
            collection={collection}
            isOwn={collection.owner.id === userId}
            isHidden={collection.removal !== null}
          />
        </li>
      ))}
    </ul>
  )
}
