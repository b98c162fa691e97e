import { CopyButton } from '#web/ui/CopyButton.tsx'

import styles from './TwoFactor.module.css'

/** The secret to type or copy, for users who cannot scan the QR code. */
export function SecretKey({ secret }: { secret: string }) {
  return (
    <div className="grid gap-2 items-start">
      <code className={`${styles.secretText} vivid break`} aria-label="Setup key">
        {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </code>
      <CopyButton
        text={secret}
        label="Copy key"
        size="sm"
        copiedTitle="Key copied"
        failedTitle="The key was not copied"
      />
    </div>
  )
}
