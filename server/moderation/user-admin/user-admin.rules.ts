import type { accountStatuses } from '#contract/access/users.ts'
import type { UserChange } from '#contract/moderation/user-admin.ts'
import type { Permission } from '#contract/platform/permissions.ts'

type UserFields = Omit<UserChange, 'expected'>
type Field = keyof UserFields
export type AllFields = { [Key in Field]-?: Exclude<UserFields[Key], undefined> }

/** The columns that an edit can change. */
export type EditableUser = {
  id: number
  username: string
  email: string
  phoneNumber: string | null
  emailVerified: boolean
  twoFactorEnabled: boolean
  status: (typeof accountStatuses)[number]
  notes: string | null
}

const basic: readonly Permission[] = ['admin.users.edit.basic']

/** One of these permissions is enough to write the field. */
const keysOfField: Record<Field, readonly Permission[]> = {
  username: basic,
  email: basic,
  phone_number: basic,
  email_verified: basic,
  two_factor_enabled: basic,
  status: ['admin.users.edit.status', 'admin.users.edit.basic'],
  notes: ['admin.users.edit.notes', 'admin.users.edit.basic'],
}

export function mayReadNotes(held: ReadonlySet<Permission>): boolean {
  return keysOfField.notes.some((key) => held.has(key))
}

const isField = (key: string): key is Field => Object.hasOwn(keysOfField, key)

/** The sent fields with a new value; a form may send all its fields. */
export function changedFields(current: AllFields, sent: UserFields): Field[] {
  return Object.keys(sent)
    .filter(isField)
    .filter((field) => sent[field] !== undefined && sent[field] !== current[field])
}

export function forbiddenFields(fields: readonly Field[], held: ReadonlySet<Permission>): Field[] {
  return fields.filter((field) => !keysOfField[field].some((key) => held.has(key)))
}

export function fieldsOf(user: EditableUser): AllFields {
  return {
    username: user.username,
    email: user.email,
    phone_number: user.phoneNumber,
    email_verified: user.emailVerified,
    two_factor_enabled: user.twoFactorEnabled,
    status: user.status,
    notes: user.notes,
  }
}

export function columnsOf(fields: AllFields): Omit<EditableUser, 'id'> {
  return {
    username: fields.username,
    email: fields.email,
    phoneNumber: fields.phone_number,
    emailVerified: fields.email_verified,
    twoFactorEnabled: fields.two_factor_enabled,
    status: fields.status,
    notes: fields.notes,
  }
}

export function pick(sent: UserFields, fields: readonly Field[]): Partial<AllFields> {
  return Object.fromEntries(Object.entries(sent).filter(([key]) => fields.some((field) => field === key)))
}
