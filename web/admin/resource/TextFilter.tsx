import { TextField } from '#web/ui/TextField.tsx'

/** Filters when Enter is pressed or the field loses the focus. */
export function TextFilter({
  label,
  placeholder,
  value = '',
  onChange,
}: {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string) => void
}) {
  const apply = (text: string) => {
    if (text !== value) onChange(text)
  }
  return (
    <TextField
      key={value}
      type="search"
      label={label}
      isLabelHidden
      placeholder={placeholder}
      autoComplete="off"
      defaultValue={value}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(event.currentTarget.value)
      }}
      onBlur={({ currentTarget }) => apply(currentTarget.value)}
    />
  )
}
