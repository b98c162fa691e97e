import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'

import { useSession } from '#web/app/session.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { LoadingBlock } from '#web/ui/Skeleton.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

import { collectionPath, editCollectionPath, ownCollectionsPath } from './collection-paths.ts'
import { collectionQuery, ownCollectionsQuery } from './collections.data.ts'
import { EntryList } from './EntryList.tsx'

const skeleton = <LoadingBlock text="Loading what you saved" height={320} />

/** The private collection that every member has; the first save creates it. */
export function SavedPage() {
  const session = useSession()
  return session ? (
    <Saved key={session.user.id} userId={session.user.id} />
  ) : (
    <Frame>
      <AuthenticationRequired text="Sign in to see what you saved." skeleton={skeleton} />
    </Frame>
  )
}

function Saved({ userId }: { userId: number }) {
  const own = useQuery(ownCollectionsQuery(userId))
  const id = own.data?.collections.find(({ isSaved }) => isSaved)?.id
  const collection = useQuery({ ...collectionQuery(id ?? 0), enabled: id !== undefined, staleTime: 0 })
  const entries = own.data && id === undefined ? [] : collection.data?.entries
  if (!entries)
    return (
      <Frame>
        {own.isError || collection.isError ? (
          <FailedState title="Failed to load what you saved" query={own.isError ? own : collection} />
        ) : (
          skeleton
        )}
      </Frame>
    )
  return (
    <Frame id={id}>
      {entries.length === 0 ? (
        <EmptyState
          icon={<Bookmark />}
          title="Nothing saved yet"
          text="Press “Save for later” on a script. Only you can see this list."
          action={
            <Link to="/scripts" className={buttonClass({ variant: 'cta' })}>
              Browse Scripts
            </Link>
          }
        />
      ) : (
        <EntryList entries={entries} />
      )}
    </Frame>
  )
}

function Frame({ id, children }: { id?: number | undefined; children: ReactNode }) {
  return (
    <div className="page-width">
      <PageHead
        title="Saved for Later"
        text="Scripts that you want to look at again. Only you can see this list."
        actions={
          <>
            {id !== undefined && (
              <>
                <Link to={collectionPath(id)} className={buttonClass()}>
                  Install all
                </Link>
                <Link to={editCollectionPath(id)} className={buttonClass()}>
                  Edit
                </Link>
              </>
            )}
            <Link to={ownCollectionsPath} className={buttonClass()}>
              Your collections
            </Link>
          </>
        }
      />
      {children}
    </div>
  )
}
