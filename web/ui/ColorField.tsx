import { useId } from 'react'

import { Field } from './Field.tsx'
import styles from './ColorField.module.css'
import fieldStyles from './Field.module.css'

const plainHex = /^#[0-9a-f]{6}$/i

/** A color from presets, from the browser's picker or as text. */
export function ColorField({
  label,
  colors = [],
  value,
  onChange,
  error,
}: {
  label: string
  colors?: readonly string[] | undefined
  value: string
  onChange: (color: string) => void
  error?: string | undefined
}) {
  const name = useId()
  return (
    <div className={`flex gap-3 ${styles.field}`}>
      {colors.length > 0 && (
        <fieldset className={`grid gap-2 ${styles.swatches}`}>
          <legend className="visually-hidden">{label}: presets</legend>
          {colors.map((color) => (
            <label
              key={color}
              className={`pointer relative round-sm ${styles.swatch}`}
              style={{ '--tint': color }}
              title={color}
            >
              <input
                type="radio"
                name={name}
                className={`m-0 cover ${styles.input}`}
                checked={color === value.toLowerCase()}
                onChange={() => onChange(color)}
              />
              <span className="visually-hidden">{color}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Field label={label} error={error}>
        {(control) => (
          <div className={`flex gap-2 ${styles.row}`}>
            <input
              type="color"
              aria-label={`${label}: picker`}
              className={`pointer rigid square-44 round-md ${styles.picker}`}
              value={plainHex.test(value) ? value : '#000000'}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
            />
            <div className={fieldStyles.frame}>
              <input
                {...control}
                type="text"
                className={fieldStyles.control}
                value={value}
                maxLength={7}
                spellCheck={false}
                autoComplete="off"
                onChange={({ currentTarget }) => onChange(currentTarget.value)}
              />
            </div>
          </div>
        )}
      </Field>
    </div>
  )
}
