import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { Team } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { teamsPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { useTeamChange } from './teams.data.ts'

export function DeleteTeamCard({ team: { id, name, scriptCount } }: { team: Team }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useTeamChange()
  const remove = () =>
    mutate({
      run: () => call('DELETE /api/teams/:id', { params: { id } }),
      done: `${name} was deleted`,
      failed: 'Failed to delete the team',
      after: () => void navigate({ to: teamsPath }),
    })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="delete-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="delete-title">
          Delete the team
        </h2>
        <p>
          {scriptCount === 0
            ? 'Its page and its members are removed. Its name is free then.'
            : `The team owns ${scriptCount === 1 ? 'a script' : `${scriptCount} scripts`}. Transfer or delete ${scriptCount === 1 ? 'it' : 'them'} before you delete the team.`}
        </p>
      </div>
      {scriptCount === 0 && (
        <div>
          <Button variant="danger-outline" icon={<Trash2 />} onClick={() => setOpen(true)}>
            Delete
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        busyText="Deleting..."
        isBusy={isPending}
        onConfirm={remove}
      >
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </Card>
  )
}
