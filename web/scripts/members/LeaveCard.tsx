import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { ScriptMembers } from '#contract/scripts/script-members.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { useMemberChange } from './members.data.ts'

export function LeaveCard({ script, user }: { script: ScriptMembers['script']; user: CurrentUser }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useMemberChange()
  const leave = () =>
    mutate({
      scriptId: script.id,
      run: () =>
        call('DELETE /api/scripts/:id/members/:userId', { params: { id: script.id, userId: user.id } }),
      done: `You left ${script.name}`,
      failed: 'Failed to leave the script',
      // The script may not be public.
      after: () => void navigate({ to: userPath(user.username) }),
    })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="leave-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="leave-title">
          Leave the script
        </h2>
        <p>Your versions stay. To come back, you need a new invitation.</p>
      </div>
      <Button variant="danger-outline" icon={<LogOut />} className="self-start" onClick={() => setOpen(true)}>
        Leave
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Leave ${script.name}?`}
        confirmLabel="Leave"
        busyText="Leaving..."
        isBusy={isPending}
        onConfirm={leave}
      >
        <p>You can no longer change the script. Only its owner can invite you again.</p>
      </ConfirmDialog>
    </Card>
  )
}
