import { useId } from 'react'

import styles from './SegmentedControl.module.css'

/** For a few options; for links use Tabs, for many options Select. */
export function SegmentedControl<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={`framed round-md fill-1 ${styles.segments}`}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`pointer inline-row relative round-sm text-sm medium nowrap ${styles.segment}`}
        >
          <input
            type="radio"
            name={name}
            className={`m-0 cover ${styles.input}`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
