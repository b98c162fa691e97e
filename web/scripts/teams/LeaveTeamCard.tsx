import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { Team } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { teamPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { useTeamChange } from './teams.data.ts'

export function LeaveTeamCard({
  team: { id, name, role, members },
  user,
}: {
  team: Team
  user: CurrentUser
}) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useTeamChange()
  const isLastOwner = role === 'owner' && members.filter((member) => member.role === 'owner').length === 1
  const leave = () =>
    mutate({
      run: () => call('DELETE /api/teams/:id/members/:userId', { params: { id, userId: user.id } }),
      done: `You left ${name}`,
      failed: 'Failed to leave the team',
      after: () => void navigate({ to: teamPath(name) }),
    })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="leave-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="leave-title">
          Leave the team
        </h2>
        <p>
          {isLastOwner
            ? 'You are the last owner. Make another member an owner before you leave.'
            : 'Your versions stay. To come back, you need a new invitation.'}
        </p>
      </div>
      {!isLastOwner && (
        <div>
          <Button variant="danger-outline" icon={<LogOut />} onClick={() => setOpen(true)}>
            Leave
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Leave ${name}?`}
        confirmLabel="Leave"
        busyText="Leaving..."
        isBusy={isPending}
        onConfirm={leave}
      >
        <p>You can no longer change its scripts. Only an owner of the team can invite you again.</p>
      </ConfirmDialog>
    </Card>
  )
}
