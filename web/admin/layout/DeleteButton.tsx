import { Trash2 } from 'lucide-react'

import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

/** Deletes on the second press; the first one asks. */
export function DeleteButton({
  name,
  isBusy,
  onConfirm,
}: {
  name: string
  isBusy: boolean
  onConfirm: () => void
}) {
  return (
    <TwoClickButton size="sm" icon={<Trash2 />} isBusy={isBusy} busyText="Deleting..." onConfirm={onConfirm}>
      Delete<span className="visually-hidden"> {name}</span>
    </TwoClickButton>
  )
}
