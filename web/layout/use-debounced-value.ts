import { useEffect, useState } from 'react'

/** An empty value is returned without delay. */
export function useDebouncedValue(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const handle = setTimeout(() => setDebounced(value), value ? delayMs : 0)
    return () => clearTimeout(handle)
  }, [value, delayMs])
  return debounced
}
