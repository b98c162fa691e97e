import { FormOutcome } from '#web/auth/FormOutcome.tsx'
import { showFailure } from '#web/auth/show-failure.ts'
import { Button } from '#web/ui/Button.tsx'

import { OwnPasswordField } from './OwnPasswordField.tsx'
import styles from './TwoFactor.module.css'
import { usePasswordForm } from './two-factor-forms.ts'

/** Who has found somebody signed in must not lock them out. `onPassword` refuses by throwing. */
export function PasswordStep({
  email,
  onPassword,
}: {
  email: string
  onPassword: (password: string) => Promise<void>
}) {
  const { register, handleSubmit, setError, forgive, formState } = usePasswordForm()
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await onPassword(password)
    } catch (error) {
      showFailure(error, ['password'], setError, 'The set-up could not be begun')
    }
  })
  return (
    <form
      noValidate
      className={styles.fields}
      aria-label="Your password"
      onSubmit={(event) => void submit(event)}
    >
      <OwnPasswordField
        {...register('password', { onChange: () => forgive('password') })}
        email={email}
        error={errors.password?.message}
      />
      <FormOutcome failure={errors.root?.message} success={undefined} />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isSubmitting} busyText="Checking...">
        Continue
      </Button>
    </form>
  )
}
