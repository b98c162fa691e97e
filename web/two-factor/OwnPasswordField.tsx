import type { ComponentProps } from 'react'

import { PasswordField } from '#web/ui/PasswordField.tsx'

/** The password of the person who is signed in, asked for once more. */
export function OwnPasswordField({
  email,
  ...field
}: { email: string } & Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete' | 'autoFocus'>) {
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field}
        label="Password"
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
      />
    </>
  )
}
