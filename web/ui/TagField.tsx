import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Field } from './Field.tsx'
import fieldStyles from './Field.module.css'
import { addTag } from './tag-list.ts'
import styles from './TagField.module.css'

/** One tag at a time, by Enter or the button. Backspace in the empty field takes the last one back to edit it. */
export function TagField({
  label,
  tags,
  onChange,
  hint,
  error,
  isOptional,
  isDisabled = false,
  placeholder,
}: {
  label: string
  tags: readonly string[]
  onChange: (tags: string[]) => void
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  isDisabled?: boolean | undefined
  placeholder?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [draft, setDraft] = useState('')
  const [news, setNews] = useState({ text: '', isShown: false })

  function add() {
    const result = addTag(tags, draft)
    input.current?.focus()
    if (result.kind === 'duplicate')
      return setNews({ text: `${draft.trim()} is already in the list`, isShown: true })
    setDraft('')
    if (result.kind === 'empty') return
    setNews({ text: `${draft.trim()} added`, isShown: false })
    onChange(result.tags)
  }
  function remove(tag: string) {
    const at = tags.indexOf(tag)
    const buttons = list.current?.querySelectorAll('button')
    // The focus goes to the neighbour: with its button gone it would fall back to the page.
    const next = buttons?.[at + 1] ?? buttons?.[at - 1] ?? input.current
    next?.focus()
    setNews({ text: `${tag} removed`, isShown: false })
    onChange(tags.filter((other) => other !== tag))
  }
  function press(event: KeyboardEvent) {
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
          <div className={styles.row}>
            <div className={fieldStyles.frame}>
              <input
                {...control}
                ref={input}
                className={fieldStyles.control}
                value={draft}
                disabled={isDisabled}
                placeholder={placeholder}
                autoComplete="off"
                onChange={(event) => {
                  setDraft(event.currentTarget.value)
                  setNews({ text: '', isShown: false })
                }}
                onKeyDown={press}
              />
            </div>
            <Button icon={<Plus />} onClick={add} disabled={isDisabled}>
              Add<span className="visually-hidden"> tag</span>
            </Button>
          </div>
          <output className={news.isShown ? fieldStyles.hint : 'visually-hidden'}>{news.text}</output>
          {tags.length > 0 && (
            <ul className={styles.chips} ref={list} aria-label="Added">
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
