import { lazy, Suspense, useEffect, useState } from 'react'

import type { TwoFactorChallenge } from '#contract/accounts/auth.ts'
import type { AuthMode } from '#web/app/dialogs.ts'
import { hasSessionExpired } from '#web/app/session-store.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { ModeLink } from './ModeLink.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './BenefitPanel.module.css'
import dusk from './dusk.svg?url'
import { authErrorTexts } from './auth-error-texts.ts'
import { useResetForm } from './auth-forms.ts'
import { FormOutcome } from './FormOutcome.tsx'

const rotatesAfterMs = 6000

/** Only what every account gives. */
const benefits = [
  'Download scripts for free.',
  'Like the scripts that you use.',
  'Report a script, and hear what came of it.',
  'Get verified to share scripts of your own.',
]

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

const closesAfterMs = 1000

type FormMode = Exclude<AuthMode, 'choose'>

const heads = {
  'sign-in': { title: 'Sign In', text: 'Download, like and share scripts.' },
  register: { title: 'Create Account', text: 'Free, and it takes a minute.' },
  reset: { title: 'Reset Password', text: 'We send you a link that sets a new one.' },
  code: { title: 'Enter Your Code', text: 'Your password is right. One step to go.' },
  'set-up': { title: 'Set Up Two-Factor', text: 'An administrator turned it on for your account.' },
  'recovery-codes': { title: 'Your Recovery Codes', text: 'Two-factor authentication is on.' },
} satisfies Record<FormMode | 'code' | 'set-up' | 'recovery-codes', { title: string; text: string }>

export function AuthDialog({
  mode: firstMode,
  onSignedIn,
  onClose,
}: {
  mode: FormMode
  onSignedIn: (() => void) | undefined
  onClose: () => void
}) {
  const [hasExpired] = useState(hasSessionExpired)
  const [mode, setMode] = useState(firstMode)
  const [email, setEmail] = useState('')
  const [isDone, setDone] = useState(false)
  const [step, setStep] = useState<TwoFactorChallenge>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!isDone) return undefined
    const handle = setTimeout(() => {
      onClose()
      onSignedIn?.()
    }, closesAfterMs)
    return () => clearTimeout(handle)
  }, [isDone, onClose, onSignedIn])

  const done = () => setDone(true)
  const form = { email, onEmailChange: setEmail, onDone: done }
  const backToPassword = (message?: string) => {
    setProblem(message)
    setStep(undefined)
  }
  if (step) {
    const view = codes ? 'recovery-codes' : step.set_up_needed ? 'set-up' : 'code'
    return (
      // The recovery codes are shown only once: the dialog closes by its Done button alone.
      <Dialog
        isOpen
        onClose={onClose}
        {...(view === 'code' && { size: 'lg', aside: <BenefitPanel /> })}
        isBusy={codes !== undefined}
        {...heads[view]}
      >
        <Suspense fallback={<Skeleton shape="block" height={180} />}>
          <SecondStep
            challenge={step.challenge}
            needsSetUp={step.set_up_needed}
            codes={codes}
            onCodes={setCodes}
            onBack={backToPassword}
            onDone={done}
          />
        </Suspense>
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      aside={<BenefitPanel />}
      {...heads[mode]}
      {...(hasExpired &&
        mode === 'sign-in' && { text: 'Your session has expired. Sign in again to continue.' })}
    >
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
    </Dialog>
  )
}

/** Next to the form; it does not change for users who prefer reduced motion. */
function BenefitPanel() {
  const [index, setIndex] = useState(0)
  const { isStill: isPaused } = useBackgroundMotion()
  const isStill = useReducedMotion() || isPaused
  useEffect(() => {
    if (isStill) return undefined
    const handle = setInterval(() => setIndex((current) => (current + 1) % benefits.length), rotatesAfterMs)
    return () => clearInterval(handle)
  }, [isStill])
  return (
    <div className={`cover ${styles.panel}`}>
      <img className="full-size crop" src={dusk} alt="" width="480" height="600" />
      <p key={index} className={`absolute ${styles.benefit}`}>
        {benefits[index]}
      </p>
    </div>
  )
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
