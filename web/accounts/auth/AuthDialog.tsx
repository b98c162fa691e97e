import { lazy, Suspense, useEffect, useState } from 'react'

import type { TwoFactorChallenge } from '#contract/accounts/auth.ts'
import type { AuthMode } from '#web/app/dialogs.ts'
import { hasSessionExpired } from '#web/app/session-store.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { ModeLink } from './ModeLink.tsx'
import { BenefitPanel } from './BenefitPanel.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'

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
