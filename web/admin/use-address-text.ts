import { useEffect, useState } from 'react'

const settlesAfterMs = 250

/**
 * The text of a search field, which runs ahead of the address by as long as somebody types. `over` names the
 * addresses' texts that it stands over: when the address says something else, as after Back, the address is right.
 */
export function useAddressText(current: string, apply: (text: string) => void) {
  const [typed, setTyped] = useState<{ text: string; over: string[] } | null>(null)
  const text = typed?.over.includes(current) ? typed.text : current
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === current) return undefined
    const handle = setTimeout(() => {
      setTyped({ text, over: [current, wanted] })
      apply(wanted)
    }, settlesAfterMs)
    return () => clearTimeout(handle)
  })
  return { text, setText: (value: string) => setTyped({ text: value, over: [current] }) }
}
