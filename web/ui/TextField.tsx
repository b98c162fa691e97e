import type { ComponentProps, ReactNode } from 'react'

import { Field } from './Field.tsx'
import styles from './Field.module.css'

export function TextField({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  labelEnd,
  icon,
  end,
  type = 'text',
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  isLabelHidden?: boolean | undefined
  labelEnd?: ReactNode
  icon?: ReactNode
  end?: ReactNode
}) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, labelEnd }}>
      {(control) => (
        <div className={styles.frame}>
          {icon && <span className={`flex click-through ${styles.icon}`}>{icon}</span>}
          <input {...input} {...control} type={type} className={styles.control} />
          {end && <div className={`row ${styles.end}`}>{end}</div>}
        </div>
      )}
    </Field>
  )
}
