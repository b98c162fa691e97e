import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefCallback } from 'react'

import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Field } from './Field.tsx'
import fieldStyles from './Field.module.css'
import styles from './TagField.module.css'

/** Enter or the button adds a tag; Backspace in the empty field edits the last one. */
export function TagField({
  label,
  tags,
  onChange,
  inputRef,
  hint,
  error,
  isOptional,
  placeholder,
}: {
  label: string
  tags: readonly string[]
  onChange: (tags: string[]) => void
  inputRef?: RefCallback<HTMLInputElement>
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  placeholder?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [draft, setDraft] = useState('')
  const [announcement, setAnnouncement] = useState({ text: '', isShown: false })

  function add() {
    const result = addTag(tags, draft)
    input.current?.focus()
    if (result.kind === 'duplicate')
      return setAnnouncement({ text: `${draft.trim()} is already in the list`, isShown: true })
    setDraft('')
    if (result.kind === 'empty') return
    setAnnouncement({ text: `${draft.trim()} added`, isShown: false })
    onChange(result.tags)
  }
  function remove(tag: string) {
    const position = tags.indexOf(tag)
    const buttons = list.current?.querySelectorAll('button')
    // Removing the focused button would drop the focus.
    const next = buttons?.[position + 1] ?? buttons?.[position - 1] ?? input.current
    next?.focus()
    setAnnouncement({ text: `${tag} removed`, isShown: false })
    onChange(tags.filter((other) => other !== tag))
  }
  function handleKeyDown(event: KeyboardEvent) {
    const last = tags.at(-1)
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add()
    }
    if (event.key === 'Backspace' && !draft && last !== undefined) {
      event.preventDefault()
      setDraft(last)
      onChange(tags.slice(0, -1))
    }
  }
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <>
          <div className={`flex gap-2 ${styles.row}`}>
            <div className={fieldStyles.frame}>
              <input
                {...control}
                ref={(element) => {
                  input.current = element
                  inputRef?.(element)
                }}
                className={fieldStyles.control}
                value={draft}
                placeholder={placeholder}
                autoComplete="off"
                onChange={(event) => {
                  setDraft(event.currentTarget.value)
                  setAnnouncement({ text: '', isShown: false })
                }}
                onKeyDown={handleKeyDown}
              />
            </div>
            <Button icon={<Plus />} onClick={add}>
              Add<span className="visually-hidden"> tag</span>
            </Button>
          </div>
          <output className={announcement.isShown ? fieldStyles.hint : 'visually-hidden'}>
            {announcement.text}
          </output>
          {tags.length > 0 && (
            <ul className={`flex wrap gap-2 ${styles.chips}`} ref={list} aria-label="Added">
              {tags.map((tag) => (
                <li key={tag}>
                  <Chip label={tag} onRemove={() => remove(tag)} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}

/** Tags that differ only in case are duplicates. */
export function addTag(
  tags: readonly string[],
  draft: string,
): { kind: 'added'; tags: string[] } | { kind: 'duplicate' } | { kind: 'empty' } {
  const tag = draft.trim().replaceAll(/\s+/g, ' ')
  if (!tag) return { kind: 'empty' }
  if (tags.some((existing) => existing.toLowerCase() === tag.toLowerCase())) return { kind: 'duplicate' }
  return { kind: 'added', tags: [...tags, tag] }
}
