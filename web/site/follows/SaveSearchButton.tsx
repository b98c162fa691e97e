import { BookmarkPlus } from 'lucide-react'
import { Suspense, useState } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { useSession } from '#web/app/session.ts'
import type { ScriptListSearch } from '#web/scripts/script-lists/script-list-search.ts'
import { Button } from '#web/ui/Button.tsx'

import { searchDraft } from './search-draft.ts'

const loadDialog = () => import('./SaveSearchDialog.tsx')
const SaveSearchDialog = lazyPart(loadDialog, 'SaveSearchDialog')

/** A visitor signs in first. Not shown for a search that cannot be saved. */
export function SaveSearchButton({
  search,
  className,
}: {
  search: ScriptListSearch
  className?: string | undefined
}) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const draft = searchDraft(search)
  if (!draft) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<BookmarkPlus />}
        className={className}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => (session ? setOpen(true) : openAuthDialog({ onSignedIn: () => setOpen(true) }))}
      >
        Save this search
      </Button>
      {isOpen && session && (
        <Suspense>
          <SaveSearchDialog userId={session.user.id} {...draft} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
