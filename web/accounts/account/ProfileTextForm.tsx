import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Plus, X } from 'lucide-react'

import { profileLimits, ProfileText } from '#contract/scripts/profiles.ts'
import type { CurrentUser } from '#contract/access/users.ts'
import type { OwnProfileText } from '#contract/scripts/profiles.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { profileTextQuery } from './account.data.ts'
import formStyles from './ProfileTextForm.module.css'
import styles from './SettingsPage.module.css'
import { TransientNotice } from './TransientNotice.tsx'
import { useTransientMessage } from './use-transient-message.ts'

/** What everyone reads on the profile. */
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
        <Alert tone="warn" title="A moderator hid this text">
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
  const change = (index: number, part: Partial<ProfileText['links'][number]>) => {
    setProblems({})
    setLinks((before) => before.map((link, at) => (at === index ? { ...link, ...part } : link)))
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
      <fieldset
        className={`${formStyles.links} stack gap-3`}
        aria-describedby={problems.links && 'about-links-error'}
      >
        <legend>Links</legend>
        {links.map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- links have no id, and are appended or removed only
          <div key={index} className={`${formStyles.link} grid gap-2 middle`}>
            <TextField
              label={`Label of link ${index + 1}`}
              isLabelHidden
              placeholder="Label"
              autoComplete="off"
              value={link.label}
              onChange={({ currentTarget }) => change(index, { label: currentTarget.value })}
            />
            <TextField
              label={`URL of link ${index + 1}`}
              isLabelHidden
              type="url"
              placeholder="https://"
              autoComplete="off"
              value={link.url}
              onChange={({ currentTarget }) => change(index, { url: currentTarget.value })}
            />
            <Button
              size="sm"
              variant="ghost"
              icon={<X />}
              onClick={() => {
                setProblems({})
                setLinks((before) => before.filter((_, at) => at !== index))
              }}
            >
              Remove<span className="visually-hidden"> link {index + 1}</span>
            </Button>
          </div>
        ))}
        {problems.links && <FieldError id="about-links-error">{problems.links}</FieldError>}
        {links.length < profileLimits.linksMax && (
          <Button
            size="sm"
            icon={<Plus />}
            className="self-start"
            onClick={() => setLinks((before) => [...before, { label: '', url: '' }])}
          >
            Add Link
          </Button>
        )}
      </fieldset>
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div className={`${styles.actions} row wrap gap-3`}>
          <Button type="submit" variant="cta" isBusy={isPending} busyText="Saving..." disabled={!isDirty}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
