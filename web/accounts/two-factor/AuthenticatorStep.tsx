import { generate } from 'lean-qr'
import { useMemo } from 'react'

import type { AuthenticatorKey } from '#contract/accounts/two-factor.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { FormOutcome, authErrorTexts } from '#web/accounts/auth/FormOutcome.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

import { CodeField } from './CodeField.tsx'
import { useCodeForm } from './two-factor-forms.ts'
import styles from './TwoFactor.module.css'

/** The margin that scanners need, in modules (ISO 18004). */
const quietZone = 4

/** Shows the secret for the authenticator app and takes the first code of the app. */
export function AuthenticatorStep({
  authenticator,
  heading: Heading = 'h3',
  onCode,
}: {
  authenticator: AuthenticatorKey
  heading?: 'h2' | 'h3'
  onCode: (code: string) => Promise<void>
}) {
  const form = useCodeForm()
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ code }) => onCode(code),
    errors: { fields: ['code'], texts: authErrorTexts('Two-factor authentication could not be turned on') },
  })
  return (
    <form
      noValidate
      className="stack gap-6"
      aria-label="Set up two-factor"
      onSubmit={(event) => void submit(event)}
    >
      <section className="grid gap-5 top cols-auto-fill phone-stack" aria-labelledby="authenticator-scan">
        <QrCode text={authenticator.uri} label="QR code for your authenticator app" />
        <div className="grid gap-2 muted">
          <Heading id="authenticator-scan" className="sans bold text-md leading-sm vivid">
            1. Scan this code
          </Heading>
          <p>
            Open an authenticator app on your phone and add an account. On this device?{' '}
            <a className="text-link" href={authenticator.uri}>
              Open your app
            </a>
          </p>
          <p>Or type this key:</p>
          <SecretKey secret={authenticator.secret} />
        </div>
      </section>
      <section className="stack gap-4" aria-labelledby="authenticator-code">
        <Heading id="authenticator-code" className="sans bold text-md leading-sm vivid">
          2. Enter the code it shows
        </Heading>
        <CodeField
          {...form.field('code')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focused element of the previous step has been removed
          autoFocus
        />
        <FormOutcome failure={form.formError} success={undefined} />
        <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Checking...">
          Turn On
        </Button>
      </section>
    </form>
  )
}

/** Dark on light in both themes, because many apps cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg
      className={`round-lg ${styles.qrCode}`}
      viewBox={`${-quietZone} ${-quietZone} ${size + 2 * quietZone} ${size + 2 * quietZone}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** Draws each run of dark modules of a row as one rectangle. */
function drawingOf(text: string): { size: number; path: string } {
  const code = generate(text)
  const runs: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const start = x
      while (code.get(x + 1, y)) x++
      const width = x + 1 - start
      runs.push(`M${start} ${y}h${width}v1h-${width}z`)
    }
  return { size: code.size, path: runs.join('') }
}

/** The secret to type or copy, for users who cannot scan the QR code. */
function SecretKey({ secret }: { secret: string }) {
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
