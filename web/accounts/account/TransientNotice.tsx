import { useCallback, useEffect, useState } from 'react'

import { Alert } from '#web/ui/Alert.tsx'

export type TransientMessage = { tone: 'ok' | 'info' | 'danger'; text: string }

const hideAfterMs = 5000

/** The result of sending a form, hidden after five seconds. */
export function useTransientMessage() {
  const [message, setMessage] = useState<TransientMessage>()
  useEffect(() => {
    if (!message) return undefined
    const handle = setTimeout(() => setMessage(undefined), hideAfterMs)
    return () => clearTimeout(handle)
  }, [message])
  const show = useCallback((tone: TransientMessage['tone'], text: string) => setMessage({ tone, text }), [])
  const clear = useCallback(() => setMessage(undefined), [])
  return { message, show, clear }
}

export function TransientNotice({ message }: { message: TransientMessage | undefined }) {
  if (!message) return null
  return (
    <Alert tone={message.tone} isAlert>
      {message.text}
    </Alert>
  )
}
