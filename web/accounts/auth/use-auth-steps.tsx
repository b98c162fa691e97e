import { Suspense, useState, type ReactNode } from 'react'

import type { TwoFactorChallenge } from '#contract/accounts/auth.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import type { AuthMode } from '#web/app/dialogs.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { ModeLink } from './ModeLink.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'

const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep')

export type FormMode = Exclude<AuthMode, 'choose'>

const heads = {
  'sign-in': { title: 'Sign In', text: 'Download, like and share scripts.' },
  register: { title: 'Create Account', text: 'Free, and it takes a minute.' },
  reset: { title: 'Reset Password', text: 'We send you a link that sets a new one.' },
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
