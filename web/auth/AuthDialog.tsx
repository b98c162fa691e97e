import { useEffect, useState } from 'react'

import type { AuthMode } from '#web/app/dialogs.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import styles from './AuthDialog.module.css'
import { QuotePanel } from './QuotePanel.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import { SignInForm } from './SignInForm.tsx'

const closesAfterMs = 1000

const heads = {
  'sign-in': { title: 'Sign In', text: 'Download, like and share scripts.' },
  register: { title: 'Create Account', text: 'Free, and it takes a minute.' },
  reset: { title: 'Reset Password', text: 'We send you a link that sets a new one.' },
} satisfies Record<AuthMode, { title: string; text: string }>

export function AuthDialog({
  mode: firstMode,
  onSignedIn,
  onClose,
}: {
  mode: AuthMode
  onSignedIn: (() => void) | undefined
  onClose: () => void
}) {
  const [mode, setMode] = useState(firstMode)
  const [email, setEmail] = useState('')
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const handle = setTimeout(() => {
      onClose()
      onSignedIn?.()
    }, closesAfterMs)
    return () => clearTimeout(handle)
  }, [isDone, onClose, onSignedIn])

  const form = { email, onEmailChange: setEmail, onDone: () => setDone(true) }
  return (
    <Dialog isOpen onClose={onClose} size="lg" aside={<QuotePanel />} {...heads[mode]}>
      {mode === 'sign-in' && <SignInForm {...form} />}
      {mode === 'register' && <RegisterForm {...form} />}
      {mode === 'reset' && <ResetForm {...form} />}
      <div className={styles.switches}>
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

function ModeLink({ label, onSelect }: { label: string; onSelect: () => void }) {
  return (
    <button type="button" className={`text-link ${styles.switch}`} onClick={onSelect}>
      {label}
    </button>
  )
}
