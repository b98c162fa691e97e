import { useCallback, useEffect, useState } from 'react'

export type PassingMessage = { tone: 'ok' | 'info' | 'danger'; text: string }

const clearsAfterMs = 5000

/** What became of sending a form: it goes away by itself. */
export function usePassingMessage() {
  const [message, setMessage] = useState<PassingMessage>()
  useEffect(() => {
    if (!message) return undefined
    const handle = setTimeout(() => setMessage(undefined), clearsAfterMs)
    return () => clearTimeout(handle)
  }, [message])
  const show = useCallback((tone: PassingMessage['tone'], text: string) => setMessage({ tone, text }), [])
  const clear = useCallback(() => setMessage(undefined), [])
  return { message, show, clear }
}
