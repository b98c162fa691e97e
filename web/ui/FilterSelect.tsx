import { Select } from './Select.tsx'

/** A filter of a toolbar. The empty value, which comes first, is no filter. */
export function FilterSelect({
  label,
  name,
  value,
  emptyLabel = 'All',
  options,
  onChange,
}: {
  label: string
  name?: string
  value: string | undefined
  emptyLabel?: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  return (
    <Select
      layout="inline"
      label={label}
      name={name}
      isSet={value !== undefined}
      value={value ?? ''}
      options={[{ value: '', label: emptyLabel }, ...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
