import { useEffect, useRef } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

import styles from './SettingsPage.module.css'

/** Shown once: the server stores only its hash. */
export function NewToken({ token, name, onClose }: { token: string; name: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="new-token-title">
      <div className="grid gap-1">
        <h2 className="text-h3" id="new-token-title" ref={heading} tabIndex={-1}>
          {name} was created
        </h2>
        <p className="muted">Copy it now and keep it secret. You will not see it again.</p>
      </div>
      <code className="pad-3-4 framed round-md fill-2 break">{token}</code>
      <div className={`${styles.actions} row wrap gap-3`}>
        <CopyButton
          text={token}
          label="Copy Token"
          copiedTitle="Token copied"
          failedTitle="The token was not copied"
          failedText="Select it and copy it yourself."
        />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Card>
  )
}
