import { Download } from 'lucide-react'
import { useState } from 'react'

import { useSite } from '#web/app/use-site.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { saveText } from '#web/ui/save-text.ts'

import styles from './TwoFactor.module.css'

/** Shows the codes once. Done is enabled after the user confirms that they are saved. */
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
  const [isSaved, setSaved] = useState(false)
  return (
    // The focused form of the previous step has been removed.
    <div className="stack gap-4 no-outline" tabIndex={-1} ref={focusOnce}>
      <Alert tone="warn" title="Save these codes now">
        We won’t show them again. Each code signs you in once if you don’t have your phone.
      </Alert>
      <ul
        className={`grid gap-1-5 pad-4 framed round-lg fill-2 tiles ${styles.codes}`}
        aria-label="Recovery codes"
        style={{ '--min': '210px' }}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex wrap gap-3 phone-fill">
        <CopyButton
          text={codes.join('\n')}
          label="Copy"
          copiedTitle="Recovery codes copied"
          failedTitle="The codes were not copied"
          failedText="Your browser does not allow it. Please write them down."
        />
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

/** Saves the codes in a text file that names the site and the user. */
function saveCodes(codes: readonly string[], { site, username }: { site: string; username: string }): void {
  const lines = [
    `Recovery codes of ${username} at ${site}`,
    'Each works once, instead of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ]
  const name = `${site.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`
  saveText(lines.join('\r\n'), { name, type: 'text/plain' })
}
