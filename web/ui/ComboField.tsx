import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

import { matchingOptions, stepIndex } from './combo-option.ts'
import type { ComboOption } from './combo-option.ts'
import styles from './ComboField.module.css'
import { ComboPopup } from './ComboPopup.tsx'
import { Field } from './Field.tsx'
import fieldStyles from './Field.module.css'

/** Picks one of many by typing. With `onSearch` the options come from the server and are shown as they come. */
export function ComboField({
  label,
  options,
  value,
  onChange,
  onSearch,
  isSearching = false,
  emptyText = 'Nothing found',
  hint,
  error,
  isOptional,
  isDisabled = false,
  placeholder,
}: {
  label: string
  options: readonly ComboOption[]
  value: ComboOption | null
  onChange: (option: ComboOption | null) => void
  onSearch?: ((text: string) => void) | undefined
  isSearching?: boolean | undefined
  emptyText?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  isDisabled?: boolean | undefined
  placeholder?: string | undefined
}) {
  // What is being typed; null while the field only shows what is chosen.
  const [draft, setDraft] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const shown = onSearch ? options : matchingOptions(options, draft ?? '')

  function close() {
    setOpen(false)
    setDraft(null)
    setActive(-1)
  }
  function choose(option: ComboOption) {
    onChange(option)
    close()
  }
  function type(text: string) {
    setDraft(text)
    setOpen(true)
    setActive(-1)
    onSearch?.(text)
    if (!text && value) onChange(null)
  }
  function press(event: KeyboardEvent) {
    const option = shown[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setActive(stepIndex(active, event.key === 'ArrowDown' ? 1 : -1, shown.length))
    }
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (option) choose(option)
    }
    if (event.key === 'Escape' && isOpen) {
      // Closes the list only, not the dialog around it.
      event.stopPropagation()
      close()
    }
  }
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <div className={styles.place}>
          <div className={fieldStyles.frame}>
            <input
              {...control}
              className={fieldStyles.control}
              role="combobox"
              aria-expanded={isOpen}
              aria-autocomplete="list"
              aria-controls={isOpen ? `${control.id}-list` : undefined}
              aria-activedescendant={shown[active] && `${control.id}-${active}`}
              value={draft ?? value?.label ?? ''}
              disabled={isDisabled}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => type(event.currentTarget.value)}
              onClick={() => setOpen(true)}
              onKeyDown={press}
              onBlur={close}
            />
            <span className={styles.icon}>
              <ChevronDown />
            </span>
          </div>
          {isOpen && (
            <ComboPopup
              id={control.id}
              label={label}
              options={shown}
              active={active}
              chosenId={value?.id}
              emptyText={isSearching ? 'Searching…' : emptyText}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  )
}
