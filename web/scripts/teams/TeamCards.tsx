import { useNavigate } from '@tanstack/react-router'
import { X, LogOut, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { Team } from '#contract/scripts/teams.ts'
import { AvatarField } from '#web/accounts/account/AvatarField.tsx'
import { useAvatarChoice } from '#web/accounts/account/use-avatar-choice.ts'
import { call } from '#web/app/call.ts'
import { teamPath, teamsPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { useTeamChange } from './teams.data.ts'

export function TeamImageCard({ team: { id, name, image } }: { team: Team }) {
  const choice = useAvatarChoice()
  const { mutate, isPending } = useTeamChange()
  const save = (file: File) => {
    const form = new FormData()
    form.set('image', file)
    mutate({
      run: () => call('PUT /api/teams/:id/image', { params: { id }, form }),
      done: 'The image was saved',
      failed: 'Failed to save the image',
      after: choice.clear,
    })
  }
  const remove = () =>
    mutate({
      run: () => call('DELETE /api/teams/:id/image', { params: { id } }),
      done: 'The image was removed',
      failed: 'Failed to remove the image',
    })
  const { file } = choice
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="team-image-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="team-image-title">
          Image
        </h2>
      </div>
      <AvatarField name={name} currentUrl={image} choice={choice} label="Image of the team" />
      <div className="row wrap gap-3">
        <Button
          variant="cta"
          disabled={!file}
          isBusy={isPending}
          busyText="Saving..."
          onClick={() => file && save(file)}
        >
          Save image
        </Button>
        {image !== null && !file && (
          <Button icon={<X />} disabled={isPending} onClick={remove}>
            Remove image
          </Button>
        )}
      </div>
    </Card>
  )
}

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
            ? 'Its page and its members are removed. Its name becomes available again.'
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
