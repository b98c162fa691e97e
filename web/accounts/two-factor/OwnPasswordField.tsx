import type { ComponentProps } from 'react'

import { PasswordField } from '#web/ui/PasswordField.tsx'

/** The password of the signed-in user, to confirm a change. */
export function OwnPasswordField({
  email,
  ...field
}: { email: string } & Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete' | 'autoFocus'>) {
  return (
    <>
      {/* The username for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field}
        label="Password"
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
    </>
  )
}
