import { useId } from 'react'
import type { ReactNode } from 'react'

import styles from './Field.module.css'
import { FieldError } from './FieldError.tsx'

/** Label, hint and error of a control, which receives the ids that connect them. */
export function Field({
  label,
  hint,
  error,
  isOptional = false,
  isLabelHidden = false,
  labelEnd,
  counter,
  children,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  isLabelHidden?: boolean | undefined
  labelEnd?: ReactNode
  counter?: ReactNode
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <div className={isLabelHidden ? 'visually-hidden' : styles.top}>
        <label className={styles.label} htmlFor={id}>
          {label}
          {isOptional && <span className={styles.optional}>(optional)</span>}
        </label>
        {labelEnd}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {(error || hint || counter) && (
        <div className="flex between gap-3">
          <div>
            {error && <FieldError id={errorId}>{error}</FieldError>}
            {hint && (
              <p id={hintId} className={styles.hint}>
                {hint}
              </p>
            )}
          </div>
          {counter}
        </div>
      )}
    </div>
  )
}
