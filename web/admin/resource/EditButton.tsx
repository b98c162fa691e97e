import { Pencil } from 'lucide-react'

import { Button } from '#web/ui/Button.tsx'

/** `denial` says why the user may not edit this. */
export function EditButton({
  name,
  denial,
  onClick,
}: {
  name: string
  denial?: string | undefined
  onClick: () => void
}) {
  return (
    <Button size="sm" icon={<Pencil />} disabled={denial !== undefined} title={denial} onClick={onClick}>
      Edit<span className="visually-hidden"> {name}</span>
    </Button>
  )
}
