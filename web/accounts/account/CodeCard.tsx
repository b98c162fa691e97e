import { useEffect, useState } from 'react'

import { CopyButton } from '#web/ui/CopyButton.tsx'

import styles from './DiscordPanel.module.css'
import { timeLeftText } from './time-left.ts'

/** A verification code with a button to copy it and the time until it expires. */
export function CodeCard({
  code,
  expiresAt,
  onExpired,
}: {
  code: string
  expiresAt: string
  onExpired: () => void
}) {
  const left = useTimeLeft(expiresAt, onExpired)
  return (
    <fieldset className={`${styles.code} row wrap gap-3-5 pad-5 round-lg`}>
      <legend className="visually-hidden">Verification code</legend>
      <code className={styles.characters}>{code}</code>
      <CopyButton
        text={code}
        label="Copy code"
        copiedTitle="Code copied"
        failedTitle="The code was not copied"
      />
      <p className={`${styles.left} push muted text-sm`}>
        Expires in{' '}
        <span role="timer" className="numeric vivid strong" aria-label="Time left">
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
    // Only the change of `isOver` calls `onExpired`, not a new function from a re-render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver])
  return left
}
