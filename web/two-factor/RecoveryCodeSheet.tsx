import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'

import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toast.ts'

import { saveCodes } from './save-codes.ts'
import styles from './TwoFactor.module.css'

/** Shown once. The way on is open when their owner says that they are kept. */
export function RecoveryCodeSheet({
  codes,
  username,
  onDone,
}: {
  codes: readonly string[]
  username: string
  onDone: () => void
}) {
  const { siteName } = useSite()
  const [isCopied, setCopied] = useState(false)
  const [isSaved, setSaved] = useState(false)
  async function copy() {
    const done = await copyText(codes.join('\n'))
    setCopied(done)
    if (done) await showToast({ type: 'success', title: 'Recovery codes copied' })
    else
      await showToast({
        type: 'error',
        title: 'The codes were not copied',
        message: 'Your browser does not allow it. Please write them down.',
      })
  }
  return (
    // The form of the step before is gone, and the focus with it.
    <div className={styles.sheet} tabIndex={-1} ref={focusOnce}>
      <Notice tone="warn" title="Save these codes now">
        They are not shown again. Without your phone, each signs you in once.
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.sheetActions}>
        <Button icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={<Download />} onClick={() => saveCodes(codes, { site: siteName, username })}>
          Download
        </Button>
      </div>
      <Checkbox
        label="I have saved my recovery codes"
        checked={isSaved}
        onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
      />
      <Button variant="cta" size="lg" isWide disabled={!isSaved} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
