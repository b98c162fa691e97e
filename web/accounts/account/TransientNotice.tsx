import { Alert } from '#web/ui/Alert.tsx'

import type { TransientMessage } from './use-transient-message.ts'

export function TransientNotice({ message }: { message: TransientMessage | undefined }) {
  if (!message) return null
  return (
    <Alert tone={message.tone} isAlert>
      {message.text}
    </Alert>
  )
}
