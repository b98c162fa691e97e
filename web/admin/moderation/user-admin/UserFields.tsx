import { accountStatuses } from '#contract/access/users.ts'
import type { Principal } from '#contract/access/authority.ts'
import { userAdminLimits } from '#contract/moderation/user-admin.ts'
import { onOrOff, StoredValue } from '#web/app/StoredValue.tsx'
import type { useZodForm } from '#web/app/use-zod-form.ts'
import type { Conflict } from '#web/app/use-conflict.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import styles from './EditUser.module.css'
import { statusLabel } from './user-cells.ts'
import type { UserForm } from './user-form.ts'

/** Statuses that prevent signing in; setting them needs authority over the user. */
const restrictingStatuses = ['inactive', 'suspended']

export function UserFields({
  form: { register, field, getValues },
  conflict,
  actor,
  isReadOnly,
  isSelf,
}: {
  form: Pick<ReturnType<typeof useZodForm<UserForm>>, 'register' | 'field' | 'getValues'>
  conflict: Conflict<keyof UserForm>
  actor: Principal
  isReadOnly: boolean
  isSelf: boolean
}) {
  const holds = (key: 'basic' | 'status' | 'notes') => actor.permissions.has(`admin.users.edit.${key}`)
  const isOff = isReadOnly || !holds('basic')
  const isStatusOff = isReadOnly ? isSelf : !holds('basic') && !holds('status')
  return (
    <>
      <fieldset className={`${styles.group} grid gap-4`}>
        <legend>Basic Information</legend>
        <TextField
          {...field('username')}
          label="Username"
          readOnly={isOff}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
          autoFocus
        />
        <StoredValue conflict={conflict} name="username" label="Username" />
        <TextField {...field('email')} label="Email" type="email" readOnly={isOff} autoComplete="off" />
        <StoredValue conflict={conflict} name="email" label="Email" />
        <TextField
          {...field('phone_number')}
          label="Phone"
          type="tel"
          isOptional={!isOff}
          placeholder={isOff ? 'None' : undefined}
          readOnly={isOff}
          autoComplete="off"
        />
        <StoredValue conflict={conflict} name="phone_number" label="Phone" />
      </fieldset>
      <fieldset className={`${styles.group} grid gap-4`}>
        <legend>Account Settings</legend>
        {isStatusOff ? (
          <ReadOnlyValue label="Status" text={statusLabel(getValues('status'))} />
        ) : (
          <fieldset className="flex wrap gap-2">
            <legend className="mb-2 text-sm strong">Status</legend>
            {accountStatuses.map((status) => (
              <label
                key={status}
                className={`inline-row gap-2 choice-box text-sm medium min-h-md ${styles.status} pad-0-3`}
                data-status={status}
              >
                <input
                  {...register('status')}
                  type="radio"
                  value={status}
                  disabled={isReadOnly && restrictingStatuses.includes(status)}
                />
                <span className={`circle ${styles.statusDot}`} aria-hidden="true" />
                {statusLabel(status)}
              </label>
            ))}
          </fieldset>
        )}
        <StoredValue
          conflict={conflict}
          name="status"
          label="Status"
          toText={(value) => statusLabel(accountStatuses.find((status) => status === value) ?? 'active')}
        />
        {isReadOnly && !isSelf && (
          <Alert tone="warn">Cannot modify status - user has higher priority groups</Alert>
        )}
        {isOff ? (
          <>
            <ReadOnlyValue label="Email confirmed" text={onOrOff(getValues('email_verified'))} />
            <ReadOnlyValue
              label="Two-factor authentication"
              text={onOrOff(getValues('two_factor_enabled'))}
            />
          </>
        ) : (
          <>
            <Checkbox {...register('email_verified')} label="Email confirmed" />
            <StoredValue conflict={conflict} name="email_verified" label="Email confirmed" toText={onOrOff} />
            <Checkbox
              {...register('two_factor_enabled')}
              label="Two-factor authentication"
              hint="If you turn it on, they set up an authenticator app when they next sign in. If you turn it off, their app and recovery codes are removed."
            />
            <StoredValue
              conflict={conflict}
              name="two_factor_enabled"
              label="Two-factor authentication"
              toText={onOrOff}
            />
          </>
        )}
      </fieldset>
      {(holds('basic') || holds('notes')) && (
        <fieldset className={`${styles.group} grid gap-4`}>
          <legend>Admin Notes</legend>
          <TextArea
            {...field('notes')}
            label="Notes"
            isOptional={!isReadOnly}
            placeholder={isReadOnly ? 'None' : undefined}
            rows={isReadOnly && !getValues('notes') ? 1 : undefined}
            hint="Only administrators can see them."
            readOnly={isReadOnly}
            lengthMax={userAdminLimits.notesMax}
          />
          <StoredValue conflict={conflict} name="notes" label="Notes" />
        </fieldset>
      )}
    </>
  )
}

function ReadOnlyValue({ label, text }: { label: string; text: string }) {
  return (
    <dl className="text-sm">
      <dt className="strong">{label}</dt>
      <dd>{text}</dd>
    </dl>
  )
}
