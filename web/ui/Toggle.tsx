import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import fieldStyles from './Field.module.css'
import styles from './Toggle.module.css'

/** A switch for something that takes effect at once; inside a form that is saved later, use a Checkbox. */
export function Toggle({
  label,
  hint,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'role'> & {
  label: ReactNode
  hint?: ReactNode
}) {
  const hintId = useId()
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.choice}>
        <input
          {...input}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says `checked` by itself
          role="switch"
          className={styles.track}
          aria-describedby={hint ? hintId : undefined}
        />
        <span className={fieldStyles.choiceText}>{label}</span>
      </label>
      {hint && (
        <div id={hintId} className={fieldStyles.choiceBelowWide}>
          <p className={fieldStyles.hint}>{hint}</p>
        </div>
      )}
    </div>
  )
}
