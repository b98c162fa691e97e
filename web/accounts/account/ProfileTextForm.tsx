import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { profileLimits, ProfileText } from '#contract/scripts/profiles.ts'
import type { CurrentUser } from '#contract/access/users.ts'
import type { OwnProfileText } from '#contract/scripts/profiles.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { profileTextQuery } from './account.data.ts'
import { LinksField } from './LinksField.tsx'
import { TransientNotice, useTransientMessage } from './TransientNotice.tsx'

/** The text that everyone reads on the profile. */
export function ProfileTextForm({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const { data, isError, isFetching, refetch } = useQuery(profileTextQuery(user.id))
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="about-title">
      <div className="grid gap-1">
        <h2 className="text-h3" id="about-title">
          About you
        </h2>
        <p className="muted">Everyone can read this on your profile.</p>
      </div>
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
      {!data &&
        (isError ? (
          <FailedState
            heading="h3"
            title="Failed to load your text"
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Skeleton shape="block" height={180} />
        ))}
    </Card>
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
    <form
      noValidate
      className="stack gap-6"
      aria-label="About you"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
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
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div className="row wrap gap-3 phone-fill">
          <Button type="submit" variant="cta" isBusy={isPending} busyText="Saving..." disabled={!isDirty}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
