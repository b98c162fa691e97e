import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { classNames } from './class-names.ts'
import { Field } from './Field.tsx'
import styles from './Field.module.css'

/** A native select. `layout="inline"` is a toolbar filter; `isSet` highlights an active one. */
export function Select({
  label,
  options,
  placeholder,
  hint,
  error,
  isOptional,
  layout = 'stacked',
  isSet = false,
  ...select
}: Omit<ComponentProps<'select'>, 'id' | 'className' | 'children' | 'multiple'> & {
  label: string
  options: readonly { value: string; label: string }[]
  placeholder?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  layout?: 'stacked' | 'inline'
  isSet?: boolean | undefined
}) {
  const inlineId = useId()
  const choices = (
    <>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </>
  )
  const chevron = (
    <span className={`flex absolute click-through ${styles.chevron}`}>
      <ChevronDown />
    </span>
  )
  if (layout === 'inline')
    return (
      <div className={classNames(styles.field, styles.inline)}>
        <div className={styles.frame} data-set={isSet || undefined}>
          <label className={`click-through ${styles.inlineLabel}`} htmlFor={inlineId}>
            {label}
          </label>
          <select {...select} id={inlineId} className={styles.control}>
            {choices}
          </select>
          {chevron}
        </div>
      </div>
    )
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(control) => (
        <div className={styles.frame}>
          <select {...select} {...control} className={styles.control}>
            {choices}
          </select>
          {chevron}
        </div>
      )}
    </Field>
  )
}
