import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'

import { openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'

import { ownCollectionsQuery, useSaveScript } from './collections.data.ts'

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
