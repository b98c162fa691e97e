import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { profileLimits, ProfileText } from '#contract/scripts/profiles.ts'
import type { CurrentUser } from '#contract/access/users.ts'
import type { OwnProfileText } from '#contract/scripts/profiles.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { profileTextQuery } from './account.data.ts'
import { LinksField } from './LinksField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useTransientMessage } from './TransientNotice.tsx'

/** The text that everyone reads on the profile. */
export function ProfileTextForm({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const query = useQuery(profileTextQuery(user.id))
  const { data } = query
  return (
    <SectionCard id="about-title" title="About you" text="Everyone can read this on your profile.">
      {data && data.removal !== null && (
        <Alert
          tone="warn"
          title="A moderator hid this text"
          action={<AppealLink subject={`profile-${user.id}`} />}
        >
          Nobody else can see it, and you cannot change it. Reason: {data.removal}
        </Alert>
      )}
      {data?.removal === null && (
        <AboutForm key={JSON.stringify(data)} user={user} saved={data} onDirtyChange={onDirtyChange} />
      )}
      <LoadState query={query} name="your text" height={180} />
    </SectionCard>
  )
}

function AboutForm({
  user,
  saved,
  onDirtyChange,
}: {
  user: CurrentUser
  saved: OwnProfileText
  onDirtyChange: (isDirty: boolean) => void
}) {
  const queryClient = useQueryClient()
  const { message, show, clear } = useTransientMessage()
  const [text, setText] = useState(saved.text)
  const [links, setLinks] = useState(saved.links)
  const [problems, setProblems] = useState<{ text?: string; links?: string }>({})
  const isDirty = text !== saved.text || JSON.stringify(links) !== JSON.stringify(saved.links)
  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ProfileText) => call('PUT /api/account/profile-text', { body }),
    onMutate: clear,
    onSuccess: (changed) => {
      queryClient.setQueryData(profileTextQuery(user.id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: ['profiles'], refetchType: 'none' })
    },
    onError: (error) => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setProblems(error.fields)
      else show('danger', errorMessage(error, 'Failed to save your text'))
    },
  })
  function send() {
    const draft = ProfileText.safeParse({ text, links })
    if (draft.success) return mutate(draft.data)
    setProblems(
      Object.fromEntries(draft.error.issues.map(({ path, message: problem }) => [String(path[0]), problem])),
    )
  }
  return (
    <SettingsForm
      label="About you"
      message={message}
      submitLabel="Save"
      isPending={isPending}
      isUnchanged={!isDirty}
      onSubmit={send}
    >
      <TextArea
        label="Text"
        isOptional
        rows={5}
        lengthMax={profileLimits.textMax}
        hint="Markdown works as in the description of a script."
        value={text}
        error={problems.text}
        onChange={({ currentTarget }) => {
          setProblems({})
          setText(currentTarget.value)
        }}
      />
      <LinksField
        links={links}
        problem={problems.links}
        onChange={(changed) => {
          setProblems({})
          setLinks(changed)
        }}
      />
    </SettingsForm>
  )
}
