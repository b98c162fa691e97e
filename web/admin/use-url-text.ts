import { useEffect, useState } from 'react'

const debounceMs = 250

/**
 * The text of a search field that is written to the URL 250 ms after the last keystroke. `replaces` lists the URL
 * texts that the typed text takes precedence over; any other text, as after Back, comes from the URL.
 */
export function useUrlText(current: string, apply: (text: string) => void) {
  const [typed, setTyped] = useState<{ text: string; replaces: string[] } | null>(null)
  const text = typed?.replaces.includes(current) ? typed.text : current
  const trimmed = text.trim()
  useEffect(() => {
    if (trimmed === current) return undefined
    const handle = setTimeout(() => {
      setTyped({ text, replaces: [current, trimmed] })
      apply(trimmed)
    }, debounceMs)
    return () => clearTimeout(handle)
  })
  return { text, setText: (value: string) => setTyped({ text: value, replaces: [current] }) }
}
