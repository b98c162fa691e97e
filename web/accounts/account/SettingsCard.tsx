import type { ReactNode, Ref } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

import { TransientNotice, type TransientMessage } from './TransientNotice.tsx'

/** A part of the settings: its title, what it is for, and its content. */
export function SettingsCard({
  id,
  title,
  badge,
  text,
  titleRef,
  children,
}: {
  /** Of the title. */
  id: string
  title: string
  badge?: ReactNode
  text: ReactNode
  /** For a title that takes the focus when something below it is removed. */
  titleRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}) {
  const heading = (
    <h2 className="text-h3" id={id} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
      {title}
    </h2>
  )
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby={id}>
      <div className="grid gap-1">
        {badge ? (
          <div className="row wrap gap-1-3">
            {heading}
            {badge}
          </div>
        ) : (
          heading
        )}
        <p className="muted">{text}</p>
      </div>
      {children}
    </Card>
  )
}

/** A form of the settings, with the result of sending it above its button. */
export function SettingsForm({
  label,
  message,
  submitLabel,
  busyText = 'Saving...',
  isPending,
  isUnchanged,
  onSubmit,
  onChange,
  children,
}: {
  label: string
  message: TransientMessage | undefined
  submitLabel: string
  busyText?: string
  isPending: boolean
  /** Disables the button. */
  isUnchanged?: boolean
  onSubmit: () => void
  onChange?: () => void
  children: ReactNode
}) {
  return (
    <form
      noValidate
      className="stack gap-6"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onChange={onChange}
    >
      {children}
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div className="row wrap gap-3 phone-fill">
          <Button type="submit" variant="cta" isBusy={isPending} busyText={busyText} disabled={isUnchanged}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  )
}
