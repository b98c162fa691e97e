import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import {
  digestIntervals,
  emailChannels,
  notificationTopics,
  type Channels,
  type NotificationSettings,
  type NotificationTopic,
} from '#contract/site/notification-settings.ts'
import { TransientNotice, useTransientMessage } from '#web/accounts/account/TransientNotice.tsx'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { Select } from '#web/ui/Select.tsx'
import { browserTimeZone, timeZones } from '#web/ui/date-time-text.ts'
import { showToast } from '#web/ui/toast.ts'

import { notificationSettingsQuery } from './notifications.data.ts'
import { topicTexts } from './notifications.texts.ts'
import styles from './NotificationSettingsCard.module.css'

const emailNames = { 'at-once': 'At once', digest: 'In the digest', off: 'Off' } as const satisfies Record<
  Channels['email'],
  string
>
const intervalNames = { daily: 'Every day', weekly: 'Every Monday' } as const satisfies Record<
  NotificationSettings['digest'],
  string
>

/** Which notifications a user gets, and where. */
export function NotificationSettingsCard({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const query = useQuery(notificationSettingsQuery(user.id))
  return (
    <SectionCard
      id="notify-title"
      title="Notification settings"
      text={
        <>
          Choose what appears in the bell and what we email you. What you follow is listed under{' '}
          <Link to="/profile/settings" search={{ tab: 'following' }} className="text-link">
            Following
          </Link>
          .
        </>
      }
    >
      {!user.email_verified && (
        <Alert tone="warn" title="You receive no notifications by email yet">
          We only send them to confirmed addresses. You can confirm yours under{' '}
          <Link to="/profile/settings" search={{ tab: 'account' }} className="text-link">
            Account
          </Link>
          .
        </Alert>
      )}
      {query.data && (
        <SettingsForm
          key={JSON.stringify(query.data)}
          userId={user.id}
          saved={query.data}
          onDirtyChange={onDirtyChange}
        />
      )}
      <LoadState query={query} name="your notification settings" height={420} />
    </SectionCard>
  )
}

function SettingsForm({
  userId,
  saved,
  onDirtyChange,
}: {
  userId: number
  saved: NotificationSettings
  onDirtyChange: (isDirty: boolean) => void
}) {
  const queryClient = useQueryClient()
  const { message, show, clear } = useTransientMessage()
  const [settings, setSettings] = useState(saved)
  const [zoneProblem, setZoneProblem] = useState<string>()
  const isDirty = JSON.stringify(settings) !== JSON.stringify(saved)
  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])
  const { mutate, isPending } = useMutation({
    mutationFn: (body: NotificationSettings) => call('PUT /api/notifications/settings', { body }),
    onMutate: clear,
    onSuccess: (changed) => {
      void showToast({ type: 'success', title: 'Notification settings saved' })
      queryClient.setQueryData(notificationSettingsQuery(userId).queryKey, changed)
    },
    onError: (error) => {
      const problem = error instanceof ApiError ? error.fields['timeZone'] : undefined
      if (problem) setZoneProblem(problem)
      else show('danger', errorMessage(error, 'Failed to save your notification settings'))
    },
  })
  const change = (topic: NotificationTopic, channels: Partial<Channels>) =>
    setSettings((before) => ({
      ...before,
      topics: { ...before.topics, [topic]: { ...before.topics[topic], ...channels } },
    }))
  const setZone = (timeZone: string) => {
    setZoneProblem(undefined)
    setSettings((before) => ({ ...before, timeZone }))
  }
  const ownZone = browserTimeZone()
  return (
    <form
      noValidate
      className="stack gap-6"
      aria-label="Notification settings"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(settings)
      }}
    >
      <ul className="grid clip framed round-lg lined">
        {notificationTopics.map((topic) => {
          const { bell, email } = settings.topics[topic]
          const { name, text } = topicTexts[topic]
          return (
            <li key={topic}>
              <fieldset className={`${styles.topic} cols-fill-auto grid middle gap-3-4 pad-4`}>
                <legend className="visually-hidden">{name}</legend>
                <div>
                  <p className="strong">{name}</p>
                  <p className="faint text-sm">{text}</p>
                </div>
                <div className={`${styles.channels} grid middle gap-4`}>
                  <Checkbox
                    label="Bell"
                    checked={bell}
                    onChange={({ currentTarget }) => change(topic, { bell: currentTarget.checked })}
                  />
                  <Select
                    label="Email"
                    layout="inline"
                    value={email}
                    options={emailChannels.map((value) => ({ value, label: emailNames[value] }))}
                    onChange={({ currentTarget: { value } }) => {
                      const chosen = emailChannels.find((known) => known === value)
                      if (chosen) change(topic, { email: chosen })
                    }}
                  />
                </div>
              </fieldset>
            </li>
          )
        })}
      </ul>
      <div className={`grid gap-5 top cols-2 ${styles.digest}`}>
        <Select
          label="Digest"
          hint="Sent after 7:00 in your time zone, if there is news."
          value={settings.digest}
          options={digestIntervals.map((value) => ({ value, label: intervalNames[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const digest = digestIntervals.find((known) => known === value)
            if (digest) setSettings((before) => ({ ...before, digest }))
          }}
        />
        <div className={`${styles.zone} first-full grid items-start gap-2`}>
          <Select
            label="Time zone"
            error={zoneProblem}
            value={settings.timeZone}
            options={timeZones(saved.timeZone).map((zone) => ({
              value: zone,
              label: zone.replaceAll('_', ' '),
            }))}
            onChange={({ currentTarget }) => setZone(currentTarget.value)}
          />
          {ownZone !== undefined && ownZone !== settings.timeZone && (
            <Button size="sm" variant="ghost" onClick={() => setZone(ownZone)}>
              Use {ownZone.replaceAll('_', ' ')}, the time zone of this device
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div>
          <Button type="submit" variant="cta" isBusy={isPending} busyText="Saving..." disabled={!isDirty}>
            Save
          </Button>
        </div>
      </div>
    </form>
  )
}
