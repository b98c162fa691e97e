import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

import { TextField } from '#web/ui/TextField.tsx'

const debounceMs = 250

/**
 * Its text is written to the URL 250 ms after the last keystroke. `replaces` lists the URL texts that the typed text takes
 * precedence over; any other text, as after Back, comes from the URL.
 */
export function SearchField({
  label,
  placeholder,
  value: current = '',
  onSearch,
}: {
  label: string
  placeholder: string
  /** The text of the URL. */
  value: string | undefined
  onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState<{ text: string; replaces: string[] } | null>(null)
  const text = typed?.replaces.includes(current) ? typed.text : current
  const trimmed = text.trim()
  useEffect(() => {
    if (trimmed === current) return undefined
    const handle = setTimeout(() => {
      setTyped({ text, replaces: [current, trimmed] })
      onSearch(trimmed)
    }, debounceMs)
    return () => clearTimeout(handle)
  })
  return (
    <TextField
      type="search"
      label={label}
      isLabelHidden
      icon={<Search />}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, replaces: [current] })}
    />
  )
}
