/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events --
   the native list cannot show two lines and a picture, and the keys are handled in the field, which keeps the focus */
import { useEffect, useRef } from 'react'

import type { ComboOption } from './combo-option.ts'
import styles from './ComboField.module.css'

/** The open list of a ComboField. The focus stays in the field, which names the active option. */
export function ComboPopup({
  id,
  label,
  options,
  active,
  chosenId,
  emptyText,
  onChoose,
}: {
  id: string
  label: string
  options: readonly ComboOption[]
  active: number
  chosenId: string | undefined
  emptyText: string
  onChoose: (option: ComboOption) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      className={styles.popup}
      // A press on the list must not take the focus out of the field: losing it closes the list.
      onPointerDown={(event) => event.preventDefault()}
    >
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${index}`}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === chosenId}
            data-active={index === active || undefined}
            onClick={() => onChoose(option)}
          >
            {option.icon}
            <span className={styles.texts}>
              <span>{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
            </span>
          </div>
        ))}
      </div>
      <output className={options.length ? 'visually-hidden' : styles.empty}>
        {options.length ? `${options.length} found` : emptyText}
      </output>
    </div>
  )
}
