import { type ComponentProps, useState } from 'react'

import { TextField } from '#web/ui/TextField.tsx'

/** The six digits of the authenticator app, which browsers can autofill, or a recovery code. */
export function CodeField({
  isRecovery = false,
  ...field
}: { isRecovery?: boolean } & Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'autoComplete'>) {
  const shared = { ...field, autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }
  if (isRecovery)
    return (
      <TextField
        {...shared}
        label="Recovery code"
        autoComplete="off"
        hint="One that you have not used yet. Each works once."
      />
    )
  return (
    <TextField
      {...shared}
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="123 456"
    />
  )
}

/** The kind of code that a form takes; switching it empties and focuses the field. */
export function useCodeKind(form: {
  setValue: (field: 'code', text: string) => void
  clearFieldError: (field: 'code') => void
  setFocus: (field: 'code') => void
}): { isRecovery: boolean; onSwitch: () => void } {
  const [isRecovery, setRecovery] = useState(false)
  function onSwitch() {
    setRecovery(!isRecovery)
    form.setValue('code', '')
    form.clearFieldError('code')
    form.setFocus('code')
  }
  return { isRecovery, onSwitch }
}

/** Switches between a code of the app and a recovery code. */
export function CodeKindSwitch({ isRecovery, onSwitch }: { isRecovery: boolean; onSwitch: () => void }) {
  return (
    <button type="button" className="text-link self-start text-sm pointer min-h-24 bare" onClick={onSwitch}>
      {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
    </button>
  )
}
