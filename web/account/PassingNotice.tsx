import { Notice } from '#web/ui/Notice.tsx'

import type { PassingMessage } from './use-passing-message.ts'

export function PassingNotice({ message }: { message: PassingMessage | undefined }) {
  if (!message) return null
  return (
    <Notice tone={message.tone} isAlert>
      {message.text}
    </Notice>
  )
}
