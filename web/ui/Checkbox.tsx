import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import styles from './Checkbox.module.css'
import fieldStyles from './Field.module.css'
import { FieldError } from './FieldError.tsx'

export function Checkbox({
  label,
  hint,
  error,
  isLabelHidden = false,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  isLabelHidden?: boolean | undefined
}) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.choice}>
        <input
          {...input}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? id : undefined}
        />
        <span className={isLabelHidden ? 'visually-hidden' : fieldStyles.choiceText}>{label}</span>
      </label>
      {(error || hint) && (
        <div id={id} className={fieldStyles.choiceBelow}>
          {error && <FieldError>{error}</FieldError>}
          {hint && <p className={fieldStyles.hint}>{hint}</p>}
        </div>
      )}
    </div>
  )
}
