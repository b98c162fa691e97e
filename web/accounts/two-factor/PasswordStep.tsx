import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { authErrorTexts } from '#web/accounts/auth/auth-error-texts.ts'
import { FormOutcome } from '#web/accounts/auth/FormOutcome.tsx'
import { Button } from '#web/ui/Button.tsx'

import { OwnPasswordField } from './OwnPasswordField.tsx'
import { usePasswordForm } from './two-factor-forms.ts'

/** Requires the password, so that another user of an unlocked device cannot set up their own app. */
export function PasswordStep({
  email,
  onPassword,
}: {
  email: string
  onPassword: (password: string) => Promise<void>
}) {
  const form = usePasswordForm()
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ password }) => onPassword(password),
    errors: { fields: ['password'], texts: authErrorTexts('The setup could not be started') },
  })
  return (
    <form
      noValidate
      className="stack gap-4"
      aria-label="Your password"
      onSubmit={(event) => void submit(event)}
    >
      <OwnPasswordField {...form.field('password')} email={email} />
      <FormOutcome failure={form.formError} success={undefined} />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Checking...">
        Continue
      </Button>
    </form>
  )
}
