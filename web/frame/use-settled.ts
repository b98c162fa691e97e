import { useEffect, useState } from 'react'

/** A value once it has not changed for a while. What is empty counts at once. */
export function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const handle = setTimeout(() => setSettled(value), value ? afterMs : 0)
    return () => clearTimeout(handle)
  }, [value, afterMs])
  return settled
}
