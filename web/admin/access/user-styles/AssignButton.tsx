import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { hasPermission, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'

const AssignDialog = lazy(async () => ({ default: (await import('./AssignDialog.tsx')).AssignDialog }))

export function AssignButton() {
  const [isOpen, setOpen] = useState(false)
  const mayAssign = hasPermission(useSession(), 'admin.styles.manage')
  if (!mayAssign) return null
  return (
    <>
      <Button icon={<UserPlus />} onClick={() => setOpen(true)}>
        Assign Style
      </Button>
      <Suspense>{isOpen && <AssignDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
