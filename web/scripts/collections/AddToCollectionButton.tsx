import { ListPlus } from 'lucide-react'
import { Suspense, useState } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'

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
