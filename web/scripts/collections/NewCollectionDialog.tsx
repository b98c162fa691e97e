import { useNavigate } from '@tanstack/react-router'

import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { CollectionFields } from './CollectionFields.tsx'
import { editCollectionPath } from './collection-paths.ts'

/** Afterwards its scripts are edited. */
export function NewCollectionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog isOpen onClose={onClose} title="New collection">
      <CollectionFields
        onSaved={({ id }) => void navigate({ to: editCollectionPath(id) })}
        renderButtons={({ isBusy }) => (
          <div className="row wrap gap-3">
            <Button type="submit" variant="cta" isBusy={isBusy} busyText="Creating...">
              Create
            </Button>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
