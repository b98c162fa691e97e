import { useNavigate } from '@tanstack/react-router'
import { X, LogOut, Trash2 } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { Team } from '#contract/scripts/teams.ts'
import { AvatarField } from '#web/accounts/account/AvatarField.tsx'
import { useAvatarChoice } from '#web/accounts/account/use-avatar-choice.ts'
import { call } from '#web/app/call.ts'
import { teamPath, teamsPath } from '#web/app/paths.ts'
import { ConfirmedAct } from '#web/scripts/members/ConfirmedAct.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { useTeamChange } from './use-team-change.ts'

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
    <SectionCard id="team-image-title" title="Image">
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
    </SectionCard>
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
    <SectionCard
      id="leave-title"
      title="Leave the team"
      text={
        isLastOwner
          ? 'You are the last owner. Make another member an owner before you leave.'
          : 'Your versions stay. To come back, you need a new invitation.'
      }
    >
      {!isLastOwner && (
        <ConfirmedAct
          label="Leave"
          icon={<LogOut />}
          question={`Leave ${name}?`}
          busyText="Leaving..."
          isBusy={isPending}
          onConfirm={leave}
        >
          You can no longer change its scripts. Only an owner of the team can invite you again.
        </ConfirmedAct>
      )}
    </SectionCard>
  )
}

export function DeleteTeamCard({ team: { id, name, scriptCount } }: { team: Team }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useTeamChange()
  const remove = () =>
    mutate({
      run: () => call('DELETE /api/teams/:id', { params: { id } }),
      done: `${name} was deleted`,
      failed: 'Failed to delete the team',
      after: () => void navigate({ to: teamsPath }),
    })
  return (
    <SectionCard
      id="delete-title"
      title="Delete the team"
      text={
        scriptCount === 0
          ? 'Its page and its members are removed. Its name becomes available again.'
          : `The team owns ${scriptCount === 1 ? 'a script' : `${scriptCount} scripts`}. Transfer or delete ${scriptCount === 1 ? 'it' : 'them'} before you delete the team.`
      }
    >
      {scriptCount === 0 && (
        <ConfirmedAct
          label="Delete"
          icon={<Trash2 />}
          question={`Delete ${name}?`}
          busyText="Deleting..."
          isBusy={isPending}
          onConfirm={remove}
        >
          This cannot be undone.
        </ConfirmedAct>
      )}
    </SectionCard>
  )
}
