import { Suspense, useState, type ReactNode } from 'react'
import type { TwoFactorChallenge } from '#contract/accounts/auth.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { FormMode } from '#web/app/dialogs.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ModeLink } from './ModeLink.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useResetForm, useSignInForm } from './auth-forms.ts'
import { FormOutcome, authErrorTexts } from './FormOutcome.tsx'
import { startSession } from '#web/app/session-actions.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'

const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep')

const heads = {
  'sign-in': { title: 'Sign In', text: 'Download, like and share scripts.' },
  register: { title: 'Create Account', text: 'Free, and it takes a minute.' },
  reset: { title: 'Reset Password', text: 'We’ll email you a link to set a new one.' },
  code: { title: 'Enter Your Code', text: 'Your password is right. One step to go.' },
  'set-up': { title: 'Set Up Two-Factor', text: 'An administrator turned it on for your account.' },
  'recovery-codes': { title: 'Your Recovery Codes', text: 'Two-factor authentication is on.' },
} satisfies Record<FormMode | 'code' | 'set-up' | 'recovery-codes', { title: string; text: string }>

/** The forms that lead to a session, one after the other: in the dialog, and on the page of Sign In. */
export function useAuthSteps({
  mode: firstMode,
  hasExpired,
  heading,
}: {
  mode: FormMode
  hasExpired: boolean
  /** Of the parts below the title. */
  heading: 'h2' | 'h3'
}): {
  title: string
  text: string
  content: ReactNode
  /** Shows the recovery codes, once only: its Done button alone ends this. */
  isLocked: boolean
  /** One of the forms with a few fields. */
  isForm: boolean
  isDone: boolean
} {
  const [mode, setMode] = useState(firstMode)
  const [email, setEmail] = useState('')
  const [isDone, setDone] = useState(false)
  const [step, setStep] = useState<TwoFactorChallenge>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState<string>()

  const done = () => setDone(true)
  const form = { email, onEmailChange: setEmail, onDone: done }
  const backToPassword = (message?: string) => {
    setProblem(message)
    setStep(undefined)
  }
  if (step) {
    const view = codes ? 'recovery-codes' : step.set_up_needed ? 'set-up' : 'code'
    const content = (
      <Suspense fallback={<Skeleton shape="block" height={180} />}>
        <SecondStep
          challenge={step.challenge}
          needsSetUp={step.set_up_needed}
          codes={codes}
          heading={heading}
          onCodes={setCodes}
          onBack={backToPassword}
          onDone={done}
        />
      </Suspense>
    )
    return {
      ...heads[view],
      content,
      isLocked: codes !== undefined && !isDone,
      isForm: view === 'code',
      isDone,
    }
  }
  const content = (
    <div>
      {mode === 'sign-in' && <SignInForm {...form} problem={problem} onCodeNeeded={setStep} />}
      {mode === 'register' && <RegisterForm {...form} />}
      {mode === 'reset' && <ResetForm {...form} />}
      <div className="flex wrap between gap-1-4 mt-5 muted text-sm">
        {mode === 'sign-in' && (
          <>
            <p>
              New here? <ModeLink label="Create account" onSelect={() => setMode('register')} />
            </p>
            <ModeLink label="Reset password" onSelect={() => setMode('reset')} />
          </>
        )}
        {mode === 'register' && (
          <p>
            Already have an account? <ModeLink label="Sign in" onSelect={() => setMode('sign-in')} />
          </p>
        )}
        {mode === 'reset' && <ModeLink label="Back to sign in" onSelect={() => setMode('sign-in')} />}
      </div>
    </div>
  )
  const expired = hasExpired &&
    mode === 'sign-in' && {
      text: 'Your session has expired. Sign in again to continue.',
    }
  return { ...heads[mode], ...expired, content, isLocked: false, isForm: true, isDone }
}

function ResetForm({ email, onEmailChange }: { email: string; onEmailChange: (email: string) => void }) {
  const form = useResetForm(email)
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: (body) => call('POST /api/auth/reset-password', { body }),
    errors: { fields: ['email'], texts: authErrorTexts('Password reset failed') },
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Reset Password"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...form.field('email', onEmailChange)}
        label="Email"
        type="email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <FormOutcome
        failure={form.formError}
        success={isSuccess ? 'Password reset email sent! Check your inbox.' : undefined}
      />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Sending Email...">
        Send Reset Email
      </Button>
    </form>
  )
}

function SignInForm({
  email,
  problem,
  onEmailChange,
  onCodeNeeded,
  onDone,
}: {
  email: string
  /** Why the user has been sent back from the second step. */
  problem: string | undefined
  onEmailChange: (email: string) => void
  onCodeNeeded: (step: TwoFactorChallenge) => void
  onDone: () => void
}) {
  const form = useSignInForm(email)
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: (body) => call('POST /api/auth/login', { body }),
    onSuccess: (reply) => {
      if (!('accessToken' in reply)) return onCodeNeeded(reply)
      startSession(reply.accessToken, reply.user)
      onDone()
    },
    errors: { fields: ['email', 'password'], texts: authErrorTexts('Login failed') },
  })
  return (
    <form noValidate className="grid gap-4" aria-label="Sign In" onSubmit={(event) => void submit(event)}>
      <TextField
        {...form.field('email', onEmailChange)}
        label="Email"
        type="email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is what its dialog or page is for
        autoFocus
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        labelEnd={
          <button type="button" disabled className="faint text-sm bare">
            Forgot password?
          </button>
        }
      />
      <FormOutcome
        failure={form.formError ?? (form.formState.isSubmitted ? undefined : problem)}
        success={isSuccess ? 'Logged in successfully!' : undefined}
      />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isPending}
        busyText="Signing In..."
        disabled={isSuccess}
      >
        Sign In
      </Button>
    </form>
  )
}
