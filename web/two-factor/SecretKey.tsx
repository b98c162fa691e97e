import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { showToast } from '#web/ui/toast.ts'

import styles from './TwoFactor.module.css'

/** For whoever cannot scan: the secret to type, or to copy where the app is on this device. */
export function SecretKey({ secret }: { secret: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    const done = await copyText(secret)
    setCopied(done)
    if (done) await showToast({ type: 'success', title: 'Key copied' })
    else
      await showToast({
        type: 'error',
        title: 'The key was not copied',
        message: 'Your browser does not allow it.',
      })
  }
  return (
    <div className={styles.secret}>
      <code className={styles.secretText} aria-label="Setup key">
        {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </code>
      <Button size="sm" icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy key'}
      </Button>
    </div>
  )
}
