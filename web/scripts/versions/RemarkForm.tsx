import { useEffect, useRef, useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import styles from './FindingActions.module.css'

const requiredMin = 3

export function RemarkForm({
  title,
  hint,
  submitLabel,
  lengthMax,
  initialText,
  isRequired,
  isPending,
  error,
  onSave,
  onCancel,
}: {
  title: string
  hint: string
  submitLabel: string
  lengthMax: number
  initialText: string
  isRequired: boolean
  isPending: boolean
  error: string | undefined
  onSave: (text: string) => void
  onCancel: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => field.current?.focus(), [])
  function handleSave() {
    const text = field.current?.value.trim() ?? ''
    const isShort = isRequired && text.length < requiredMin
    const found = isShort
      ? `Please write at least ${requiredMin} characters`
      : text.length > lengthMax
        ? `Please write at most ${lengthMax} characters`
        : undefined
    setProblem(found)
    if (found) field.current?.focus()
    else onSave(text)
  }
  return (
    <form
      className={`${styles.remarkForm} grid gap-3`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        handleSave()
      }}
    >
      <TextArea
        label={title}
        hint={hint}
        rows={3}
        lengthMax={lengthMax}
        defaultValue={initialText}
        error={problem ?? error}
        ref={(node) => {
          field.current = node
        }}
        onChange={() => setProblem(undefined)}
      />
      <div className="flex wrap gap-2 no-print">
        <Button type="submit" size="sm" variant="cta" isBusy={isPending} busyText="Saving...">
          {submitLabel}
        </Button>
        <Button size="sm" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
