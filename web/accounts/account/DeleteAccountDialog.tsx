import { ownDataLimits } from '#contract/accounts/own-data.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { FormOutcome, authErrorTexts } from '#web/accounts/auth/FormOutcome.tsx'
import { OwnPasswordField } from '#web/accounts/two-factor/OwnPasswordField.tsx'
import { usePasswordForm } from '#web/accounts/two-factor/two-factor-forms.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import pageStyles from './SettingsPage.module.css'

export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = usePasswordForm()
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: async ({ password }) => {
      await call('DELETE /api/account', { body: { password } })
      onClose()
    },
    errors: { fields: ['password'], texts: authErrorTexts('Your account could not be deleted') },
  })
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Delete Your Account"
      text={`We will delete your account in ${ownDataLimits.graceDays} days and sign out your other devices now. Your scripts stay under “deleted user”, or go to a maintainer: delete them first if you don’t want that.`}
    >
      <form
        noValidate
        className={`${pageStyles.fields} grid gap-5`}
        aria-label="Delete your account"
        onSubmit={(event) => void submit(event)}
      >
        <OwnPasswordField {...form.field('password')} email={email} />
        <FormOutcome failure={form.formError} success={undefined} />
        <Button type="submit" variant="danger" size="lg" isWide isBusy={isPending} busyText="Deleting...">
          Delete Account
        </Button>
      </form>
    </Dialog>
  )
}
