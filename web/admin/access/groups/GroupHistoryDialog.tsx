import type { Group } from '#contract/access/groups.ts'
import { ObjectHistory } from '#web/admin/records/activities/ObjectHistory.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

export function GroupHistoryDialog({
  group: { id, display_name },
  onClose,
}: {
  group: Pick<Group, 'id' | 'display_name'>
  onClose: () => void
}) {
  useFocusReturn()
  return (
    <Dialog onClose={onClose} title={`History of ${display_name}`} size="lg">
      <ObjectHistory type="group" id={id} />
    </Dialog>
  )
}
