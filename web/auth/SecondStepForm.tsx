import { useState } from 'react'

import { call, CallFailure } from '#web/app/call.ts'
import { enterSession } from '#web/app/session.ts'
import { CodeField } from '#web/two-factor/CodeField.tsx'
import { CodeKindSwitch } from '#web/two-factor/CodeKindSwitch.tsx'
import { useCodeForm } from '#web/two-factor/two-factor-forms.ts'
import { useCodeKind } from '#web/two-factor/use-code-kind.ts'
import { Button } from '#web/ui/Button.tsx'

import styles from './AuthDialog.module.css'
import { FormOutcome } from './FormOutcome.tsx'
import { ModeLink } from './ModeLink.tsx'
import { showFailure } from './show-failure.ts'

/** The second step of a sign-in; one that has taken too long begins again with the password. */
export function SecondStepForm({
  challenge,
  onBack,
  onDone,
}: {
  challenge: string
  onBack: (problem?: string) => void
  onDone: () => void
}) {
  const [isDone, setDone] = useState(false)
  const form = useCodeForm()
  const { register, handleSubmit, setError, forgive, formState } = form
  const kind = useCodeKind(form)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ code }) => {
    try {
      const { accessToken, user } = await call('POST /api/auth/login/two-factor', {
        body: { challenge, code },
      })
      enterSession(accessToken, user)
      setDone(true)
      onDone()
    } catch (error) {
      if (error instanceof CallFailure && error.status === 401) onBack(error.message)
      else showFailure(error, ['code'], setError, 'Login failed')
    }
  })
  return (
    <form noValidate className={styles.form} aria-label="Your code" onSubmit={(event) => void submit(event)}>
      <CodeField
        {...register('code', { onChange: () => forgive('code') })}
        isRecovery={kind.isRecovery}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before took the focus away with it
        autoFocus
        error={errors.code?.message}
      />
      <FormOutcome failure={errors.root?.message} success={isDone ? 'Logged in successfully!' : undefined} />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isSubmitting}
        busyText="Signing In..."
        disabled={isDone}
      >
        Sign In
      </Button>
      <div className={styles.ways}>
        <CodeKindSwitch {...kind} />
        <ModeLink label="Back to sign in" onSelect={() => onBack()} />
      </div>
    </form>
  )
}
