import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { accountLimits } from '#contract/access/users.ts'
import { profileLimits } from '#contract/scripts/profiles.ts'
import { TeamDraft, type Team } from '#contract/scripts/teams.ts'
import { LinksField } from '#web/accounts/account/LinksField.tsx'
import { ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Problems = Partial<Record<string, string>>

export function TeamForm({
  initial = { name: '', text: '', links: [] },
  label,
  submitLabel,
  busyText,
  failed,
  send,
  onSaved,
}: {
  initial?: TeamDraft
  label: string
  submitLabel: string
  busyText: string
  failed: string
  send: (draft: TeamDraft) => Promise<Team>
  onSaved: (team: Team) => void
}) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: async (team) => {
      await queryClient.invalidateQueries({ queryKey: ['teams'], refetchType: 'none' })
      onSaved(team)
    },
    onError: (error) => {
      const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0
      setProblems(hasFields ? fieldsOf(error.fields) : { form: errorMessage(error, failed) })
    },
  })
  function change(part: Partial<TeamDraft>) {
    setProblems({})
    setDraft((before) => ({ ...before, ...part }))
  }
  function submit() {
    const parsed = TeamDraft.safeParse(draft)
    if (parsed.success) return mutate(parsed.data)
    setProblems(
      fieldsOf(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      ),
    )
  }
  return (
    <form
      noValidate
      className="stack gap-6"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <UnsavedChangesGuard
        isActive={isDirty && !isPending && !isSuccess}
        title="Discard your changes?"
        text="You have unsaved changes."
      />
      {problems['form'] && <Alert tone="danger" title={problems['form']} isAlert />}
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={accountLimits.usernameMax}
        hint="3 to 32 letters, digits, and _ - . It is also the address of the team."
        value={draft.name}
        error={problems['name']}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a button of the same page opened the form of a new team
        autoFocus={initial.name === ''}
      />
      <TextArea
        label="Text"
        isOptional
        rows={4}
        lengthMax={profileLimits.textMax}
        hint="Markdown works as in the description of a script."
        value={draft.text}
        error={problems['text']}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <LinksField links={draft.links} problem={problems['links']} onChange={(links) => change({ links })} />
      <div>
        <Button type="submit" variant="cta" isBusy={isPending} busyText={busyText} disabled={!isDirty}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** The server names the part of a link, too. */
function fieldsOf(fields: Readonly<Record<string, string>>): Problems {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      (name.split('.')[0] ?? name).replace('username', 'name'),
      message.replace('Username', 'Name'),
    ]),
  )
}
