import type { Script } from '#contract/scripts.ts'
import { ObjectHistory } from '#web/admin/activities/ObjectHistory.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

export function ScriptHistoryDialog({
  script: { id, name },
  onClose,
}: {
  script: Pick<Script, 'id' | 'name'>
  onClose: () => void
}) {
  return (
    <Dialog isOpen onClose={onClose} title="History" text={name} size="lg">
      <ObjectHistory type="script" id={id} />
    </Dialog>
  )
}
