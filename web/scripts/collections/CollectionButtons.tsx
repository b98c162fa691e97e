import { useQuery } from '@tanstack/react-query'
import { ListPlus, Bookmark, BookmarkCheck } from 'lucide-react'
import { Suspense, useState } from 'react'

import { openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

import { ownCollectionsQuery, useSaveScript } from './collections.data.ts'

const loadDialog = () => import('./AddToCollectionDialog.tsx')
const AddToCollectionDialog = lazyPart(loadDialog, 'AddToCollectionDialog')

type Props = {
  script: { id: number; name: string }
  /** What the page shows, which the collection can keep. */
  version?: { id: number; number: string } | undefined
}

/** A visitor signs in first. */
export function AddToCollectionButton({ script, version }: Props) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={<ListPlus />}
        data-dialog={signInFormId}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => (session ? setOpen(true) : openAuthDialog({ onSignedIn: () => setOpen(true) }))}
      >
        Add to a collection
      </Button>
      {isOpen && session && (
        <Suspense>
          <AddToCollectionDialog
            userId={session.user.id}
            script={script}
            version={version}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

export function SaveButton({ scriptId }: { scriptId: number }) {
  const session = useSession()
  const { data } = useQuery({
    ...ownCollectionsQuery(session?.user.id ?? 0, scriptId),
    enabled: session !== null,
  })
  const { mutate, isPending, variables } = useSaveScript()
  const stored = data?.collections.some(({ isSaved, hasScript }) => isSaved && hasScript === true) ?? false
  const isSaved = isPending ? variables.isSaved : stored
  const save = (next: boolean) => mutate({ scriptId, isSaved: next })
  return (
    <Button
      size="sm"
      icon={isSaved ? <BookmarkCheck /> : <Bookmark />}
      aria-pressed={isSaved}
      data-dialog={signInFormId}
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (isPending) return
        if (currentSession()) save(!isSaved)
        else openAuthDialog({ onSignedIn: () => save(true) })
      }}
    >
      {isSaved ? 'Saved' : 'Save for later'}
    </Button>
  )
}
