import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { TextField } from '#web/ui/TextField.tsx'

import styles from './filters.module.css'

export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <search className={`${styles.toolbar} row wrap gap-3`}>
      {children}
      {end && <div className="row gap-3 push">{end}</div>}
    </search>
  )
}

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

/** Changes search parameters of the screen. The list starts with its first page again. */
export function useFilter<Search extends Record<string, unknown>>(
  search: Search,
  parse: (raw: Record<string, unknown>) => Search,
) {
  const navigate = useNavigate()
  return (change: Record<string, unknown>, replace = false) =>
    void navigate({
      to: '.',
      search: () => parse({ ...search, page: undefined, ...change }),
      replace,
      resetScroll: false,
    })
}
