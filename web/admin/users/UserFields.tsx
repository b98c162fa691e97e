import type { Standing } from '#contract/authority.ts'
import { accountStatuses } from '#contract/accounts.ts'
import { userAdminLimits } from '#contract/user-admin.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import styles from './EditUser.module.css'
import { statusLabel } from './user-cells.ts'
import type { useUserForm } from './user-form.ts'

/** Statuses that shut somebody out, and so need authority over them. */
const restricting = ['inactive', 'suspended']

export function UserFields({
  form: { register, forgive, formState },
  actor,
  isReadOnly,
  isSelf,
}: {
  form: Pick<ReturnType<typeof useUserForm>, 'register' | 'forgive' | 'formState'>
  actor: Standing
  isReadOnly: boolean
  isSelf: boolean
}) {
  const { errors } = formState
  const holds = (key: 'basic' | 'status' | 'notes') => actor.permissions.has(`admin.users.edit.${key}`)
  const isOff = isReadOnly || !holds('basic')
  const text = (name: 'username' | 'email' | 'phone_number' | 'notes') => ({
    ...register(name, { onChange: () => forgive(name) }),
    error: errors[name]?.message,
  })
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Basic Information</legend>
        <TextField
          {...text('username')}
          label="Username"
          readOnly={isOff}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
          autoFocus
        />
        <TextField {...text('email')} label="Email" type="email" readOnly={isOff} autoComplete="off" />
        <TextField
          {...text('phone_number')}
          label="Phone"
          type="tel"
          isOptional
          readOnly={isOff}
          autoComplete="off"
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Account Settings</legend>
        <fieldset className={styles.statuses}>
          <legend>Status</legend>
          {accountStatuses.map((status) => (
            <label key={status} className={styles.status} data-status={status}>
              <input
                {...register('status')}
                type="radio"
                value={status}
                disabled={
                  isReadOnly ? isSelf || restricting.includes(status) : !holds('basic') && !holds('status')
                }
              />
              <span className={styles.statusDot} aria-hidden="true" />
              {statusLabel(status)}
            </label>
          ))}
        </fieldset>
        {isReadOnly && !isSelf && (
          <Notice tone="warn">Cannot modify status - user has higher priority groups</Notice>
        )}
        <Checkbox {...register('email_verified')} label="Email verified" disabled={isOff} />
        <Checkbox
          {...register('two_factor_enabled')}
          label="Two-factor authentication"
          hint="Turned on, they set up an authenticator app at the next sign-in. Turned off, their app and recovery codes are forgotten."
          disabled={isOff}
        />
      </fieldset>
      {(holds('basic') || holds('notes')) && (
        <fieldset className={styles.group}>
          <legend>Admin Notes</legend>
          <TextArea
            {...text('notes')}
            label="Notes"
            isOptional
            hint="Only administrators see them."
            readOnly={isReadOnly}
            lengthMax={userAdminLimits.notesMax}
          />
        </fieldset>
      )}
    </>
  )
}
