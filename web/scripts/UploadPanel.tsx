import { WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

import { sendingLabel, sendingPercent, sendingSpoken, sendingValue } from './sending-texts.ts'
import styles from './UploadPanel.module.css'
import type { SendingProgress } from './use-sending.ts'

/** Stands in place of the form while its files are on their way. */
export function UploadPanel({
  name,
  progress,
  finishing,
  onCancel,
}: {
  name: string
  progress: SendingProgress
  finishing: string
  onCancel: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isChecking = progress.stage === 'checking'
  return (
    <Card as="section" padding="lg" className={styles.panel} aria-labelledby="upload-heading">
      <h2 id="upload-heading" ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <ProgressBar
        label={sendingLabel(progress, finishing)}
        percent={isChecking ? null : sendingPercent(progress)}
        valueText={sendingValue(progress, progress.pace)}
      />
      <output className="visually-hidden">{sendingSpoken(progress, finishing)}</output>
      {progress.isPaused ? (
        <Notice tone="warn" icon={<WifiOff />} title="Connection lost. Waiting to go on…">
          The upload goes on by itself when the connection is back.
        </Notice>
      ) : (
        progress.isRetrying && (
          <Notice tone="info" title="Retrying through the server">
            The direct upload did not get through. This way may take a little longer.
          </Notice>
        )
      )}
      <div className={styles.foot}>
        <p className={styles.note}>Keep this page open until it is done.</p>
        {/* Too late to cancel once everything has arrived; disabled outright it would drop the focus. */}
        <Button
          className={styles.cancel}
          aria-disabled={isChecking || undefined}
          onClick={() => {
            if (!isChecking) onCancel()
          }}
        >
          Cancel upload
        </Button>
      </div>
    </Card>
  )
}
