import { X } from 'lucide-react'

import type { Team } from '#contract/scripts/teams.ts'
import { AvatarField } from '#web/accounts/account/AvatarField.tsx'
import { useAvatarChoice } from '#web/accounts/account/use-avatar-choice.ts'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

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
