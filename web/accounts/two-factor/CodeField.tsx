import type { ComponentProps } from 'react'

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
