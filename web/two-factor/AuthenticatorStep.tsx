import type { AuthenticatorKey } from '#contract/two-factor.ts'
import { FormOutcome } from '#web/auth/FormOutcome.tsx'
import { showFailure } from '#web/auth/show-failure.ts'
import { Button } from '#web/ui/Button.tsx'

import { CodeField } from './CodeField.tsx'
import { QrCode } from './QrCode.tsx'
import { SecretKey } from './SecretKey.tsx'
import styles from './TwoFactor.module.css'
import { useCodeForm } from './two-factor-forms.ts'

/** The secret goes into the app, and its first code comes back. `onCode` refuses by throwing. */
export function AuthenticatorStep({
  authenticator,
  onCode,
}: {
  authenticator: AuthenticatorKey
  onCode: (code: string) => Promise<void>
}) {
  const { register, handleSubmit, setError, forgive, formState } = useCodeForm()
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ code }) => {
    try {
      await onCode(code)
    } catch (error) {
      showFailure(error, ['code'], setError, 'Two-factor authentication could not be turned on')
    }
  })
  return (
    <form
      noValidate
      className={styles.steps}
      aria-label="Set up two-factor"
      onSubmit={(event) => void submit(event)}
    >
      <section className={styles.scan} aria-labelledby="authenticator-scan">
        <QrCode text={authenticator.uri} label="QR code for your authenticator app" />
        <div className={styles.scanText}>
          <h3 id="authenticator-scan">1. Scan this code</h3>
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
      <section className={styles.fields} aria-labelledby="authenticator-code">
        <h3 id="authenticator-code">2. Enter the code it shows</h3>
        <CodeField
          {...register('code', { onChange: () => forgive('code') })}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before took the focus away with it
          autoFocus
          error={errors.code?.message}
        />
        <FormOutcome failure={errors.root?.message} success={undefined} />
        <Button type="submit" variant="cta" size="lg" isWide isBusy={isSubmitting} busyText="Checking...">
          Turn On
        </Button>
      </section>
    </form>
  )
}
