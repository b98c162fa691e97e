import { WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

import styles from './UploadPanel.module.css'
import type { UploadState } from './upload-state.ts'
import { announcement, progressText, uploadLabel, uploadPercent } from './script-changes.texts.ts'

/** Replaces the form during its upload. */
export function UploadPanel({
  name,
  state,
  processingLabel,
  onCancel,
}: {
  name: string
  state: UploadState
  processingLabel: string
  onCancel: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isProcessing = state.phase === 'processing'
  return (
    <Card
      as="section"
      padding="lg"
      className={`${styles.panel} grid gap-5 mb-16`}
      aria-labelledby="upload-heading"
    >
      <h2 id="upload-heading" className="text-h3 break" ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <ProgressBar
        label={uploadLabel(state, processingLabel)}
        percent={isProcessing ? null : uploadPercent(state)}
        valueText={progressText(state)}
      />
      <output className="visually-hidden">{announcement(state, processingLabel)}</output>
      {state.isPaused ? (
        <Alert tone="warn" icon={<WifiOff />} title="Connection lost. Waiting to reconnect…">
          The upload resumes automatically when you are back online.
        </Alert>
      ) : (
        state.isFallback && (
          <Alert tone="info" title="Retrying through the server">
            The direct upload did not get through. This way may take a little longer.
          </Alert>
        )
      )}
      <div className="row wrap between gap-3">
        <p className="faint text-sm">Keep this page open until it is done.</p>
        {/* Processing cannot be cancelled. `disabled` would drop the focus. */}
        <Button
          className={styles.cancel}
          aria-disabled={isProcessing || undefined}
          onClick={() => {
            if (!isProcessing) onCancel()
          }}
        >
          Cancel upload
        </Button>
      </div>
    </Card>
  )
}
