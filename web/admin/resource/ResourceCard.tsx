import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import styles from './ResourceCard.module.css'

export type CardControls = {
  onEdit: () => void
  onDelete: () => void
  isDeleting: boolean
  /** Why the user may change no record. */
  denial?: string | undefined
}

export function ResourceCard({
  title,
  note,
  icon,
  badge,
  buttons,
  children,
}: {
  title: string
  note: ReactNode
  icon?: ReactNode
  badge?: ReactNode
  buttons: ReactNode
  children: ReactNode
}) {
  return (
    <Card as="li" padding="md" className="flex column gap-3 min-0">
      <div className="row gap-3">
        {icon}
        <div className="grow min-0">
          <h2 className="text-h3 break">{title}</h2>
          <p className="faint text-sm">{note}</p>
        </div>
        {badge}
      </div>
      {children}
      <div className={`${styles.foot} pt-3 flex wrap gap-2 line-above`}>{buttons}</div>
    </Card>
  )
}

/** Edit and Delete. */
export function CardButtons({
  name,
  question,
  onEdit,
  onDelete,
  isDeleting,
  denial,
}: { name: string; question?: string | undefined } & CardControls) {
  return (
    <>
      <EditButton name={name} denial={denial} onClick={onEdit} />
      <DeleteButton {...{ name, denial, question }} isBusy={isDeleting} onConfirm={onDelete} />
    </>
  )
}

/** `denial` says why the user may not edit this. */
export function EditButton({
  name,
  denial,
  onClick,
}: {
  name: string
  denial?: string | undefined
  onClick: () => void
}) {
  return (
    <Button size="sm" icon={<Pencil />} disabled={denial !== undefined} title={denial} onClick={onClick}>
      Edit<span className="visually-hidden"> {name}</span>
    </Button>
  )
}

/** Deletes on the second click, or with a `question` when the browser's dialog is confirmed. */
export function DeleteButton({
  name,
  label = 'Delete',
  busyText = 'Deleting...',
  question,
  denial,
  isBusy,
  onConfirm,
}: {
  name: string
  label?: string
  busyText?: string
  question?: string | undefined
  /** Why the user may not delete this. */
  denial?: string | undefined
  isBusy: boolean
  onConfirm: () => void
}) {
  const button = {
    size: 'sm',
    icon: <Trash2 />,
    isBusy,
    busyText,
    disabled: denial !== undefined,
    title: denial,
    children: (
      <>
        {label}
        <span className="visually-hidden"> {name}</span>
      </>
    ),
  } as const
  if (question === undefined) return <TwoClickButton {...button} onConfirm={onConfirm} />
  function handleClick() {
    // oxlint-disable-next-line no-alert -- docs/specification.md requires the browser's dialog
    if (confirm(question)) onConfirm()
  }
  return <Button {...button} variant="danger-outline" onClick={handleClick} />
}
