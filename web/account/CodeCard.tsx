import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { showToast } from '#web/ui/toast.ts'

import styles from './DiscordPanel.module.css'
import { timeLeftText } from './time-left.ts'

/** A code to be typed elsewhere: large, copied by one press, with the time it still has. */
export function CodeCard({
  code,
  expiresAt,
  onExpired,
}: {
  code: string
  expiresAt: string
  onExpired: () => void
}) {
  const [isCopied, setCopied] = useState(false)
  const left = useTimeLeft(expiresAt, onExpired)
  async function copy() {
    const done = await copyText(code)
    setCopied(done)
    if (done) await showToast({ type: 'success', title: 'Code copied' })
    else
      await showToast({
        type: 'error',
        title: 'The code was not copied',
        message: 'Your browser does not allow it.',
      })
  }
  return (
    <fieldset className={styles.code}>
      <legend className="visually-hidden">Verification code</legend>
      <code className={styles.characters}>{code}</code>
      <Button icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy code'}
      </Button>
      <p className={styles.left}>
        Expires in{' '}
        <span role="timer" className="numeric" aria-label="Time left">
          {timeLeftText(left)}
        </span>
      </p>
    </fieldset>
  )
}

function useTimeLeft(expiresAt: string, onExpired: () => void): number {
  const end = Date.parse(expiresAt)
  const [left, setLeft] = useState(() => Math.max(0, end - Date.now()))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const handle = setInterval(() => setLeft(Math.max(0, end - Date.now())), 1000)
    return () => clearInterval(handle)
  }, [end, isOver])
  useEffect(() => {
    if (isOver) onExpired()
    // Told once: what comes of it is the page's to show.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver])
  return left
}
