import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import styles from './Checkbox.module.css'
import { classNames } from './class-names.ts'
import fieldStyles from './Field.module.css'

export function Checkbox({
  label,
  hint,
  isLabelHidden = false,
  'aria-describedby': describedBy,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & {
  label: ReactNode
  hint?: ReactNode
  isLabelHidden?: boolean | undefined
}) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label className={`grid top ${fieldStyles.choice}`}>
        <input
          {...input}
          type="checkbox"
          className={`grid center ${styles.box}`}
          aria-describedby={classNames(hint ? id : undefined, describedBy) || undefined}
        />
        <span className={isLabelHidden ? 'visually-hidden' : fieldStyles.choiceText}>{label}</span>
      </label>
      {hint && (
        <p id={id} className={classNames(fieldStyles.choiceBelow, fieldStyles.hint)}>
          {hint}
        </p>
      )}
    </div>
  )
}
