import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'

import type { StyleAssignment, StyleAssignmentChange } from '#contract/access/user-styles.ts'
import { endOfDay } from '#web/admin/access/groups/group-form.ts'
import { UserField, type PickedUser } from '#web/admin/moderation/user-admin/UserField.tsx'
import { SaveDialog } from '#web/admin/resource/SaveDialog.tsx'
import { call } from '#web/app/call.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { toLocalTime } from '#web/ui/date-time-text.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { NamePreview } from './NamePreview.tsx'
import { stylesKey, stylesQuery } from './user-styles.data.ts'

export function AssignDialog({ onClose }: { onClose: () => void }) {
  const activeStyles = useQuery(stylesQuery).data?.filter(({ is_active }) => is_active) ?? []
  const [user, setUser] = useState<PickedUser | null>(null)
  const form = useZodForm(NewAssignmentForm, { user_id: '', style_id: '', expires_at: '' })
  const { errors } = form.formState
  const styleId = useWatch({ control: form.control, name: 'style_id' })
  const style = activeStyles.find(({ id }) => String(id) === styleId)
  function choose(name: 'user_id' | 'style_id', id: string) {
    form.setValue(name, id, { shouldDirty: true })
    form.clearFieldError(name)
  }
  return (
    <SaveDialog
      title="Assign Style"
      label="Style assignment"
      submitLabel="Assign Style"
      busyText="Assigning..."
      form={form}
      fields={['user_id', 'style_id', 'expires_at']}
      save={(values) =>
        call('POST /api/user-styles/assign', {
          body: {
            user_id: Number(values.user_id),
            style_id: Number(values.style_id),
            expires_at: expiryOf(values),
          },
        })
      }
      savedText="Style assigned successfully!"
      errorTexts="Failed to assign style"
      queryKeys={[stylesKey]}
      onClose={onClose}
      side={style && <NamePreview style={style} />}
    >
      <UserField
        value={user}
        error={errors.user_id?.message}
        onChange={(next) => {
          setUser(next)
          choose('user_id', next?.id ?? '')
        }}
      />
      <Select
        label="Style"
        placeholder="Choose a style"
        value={styleId}
        error={errors.style_id?.message}
        onChange={({ currentTarget }) => choose('style_id', currentTarget.value)}
        options={activeStyles.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        {...form.field('expires_at')}
        type="date"
        label="Expires"
        isOptional
        hint="Leave it empty for a permanent assignment."
      />
    </SaveDialog>
  )
}

/** Changes the style or the expiry of an assignment, or pauses it; its user stays. */
export function EditAssignmentDialog({
  assignment,
  onClose,
}: {
  assignment: StyleAssignment
  onClose: () => void
}) {
  // Until the list of styles has loaded, the assigned style is the only option.
  const assignedStyle = { ...assignment.user_styles, id: assignment.style_id }
  const offeredStyles = useQuery(stylesQuery).data?.filter(
    ({ id, is_active }) => is_active || id === assignment.style_id,
  ) ?? [assignedStyle]
  const form = useZodForm(AssignmentForm, formValues(assignment))
  const { field, register, control } = form
  const styleId = useWatch({ control, name: 'style_id' })
  const style = offeredStyles.find(({ id }) => String(id) === styleId)
  return (
    <SaveDialog
      title={`Style of ${assignment.users?.username ?? 'Unknown User'}`}
      label="Style assignment"
      submitLabel="Save Changes"
      form={form}
      fields={['style_id', 'expires_at']}
      save={async (values) => {
        const body = assignmentChange(assignment, values)
        if (body) await call('PUT /api/user-styles/assign/:id', { params: { id: assignment.id }, body })
      }}
      savedText="Style assignment updated successfully!"
      errorTexts="Failed to update style assignment"
      queryKeys={[stylesKey]}
      onClose={onClose}
      side={style && <NamePreview style={style} />}
    >
      <Select
        {...field('style_id')}
        label="Style"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
        options={offeredStyles.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        {...field('expires_at')}
        type="date"
        label="Expires"
        isOptional
        hint="Leave it empty for a permanent assignment."
      />
      <Checkbox
        {...register('is_active')}
        label="Active"
        hint="Turn it off to pause it: it stays in this list but is not shown anywhere."
      />
    </SaveDialog>
  )
}

// `expires_at` is a day in the browser's time zone, or empty for a permanent assignment.
export const NewAssignmentForm = z.object({
  user_id: z.string().check(z.minLength(1, 'Please select a user')),
  style_id: z.string().check(z.minLength(1, 'Please select a style')),
  expires_at: z.string(),
})
export const AssignmentForm = z.object({
  style_id: z.string(),
  expires_at: z.string(),
  is_active: z.boolean(),
})
type AssignmentForm = z.output<typeof AssignmentForm>

export function formValues({ style_id, expires_at, is_active }: StyleAssignment): AssignmentForm {
  return {
    style_id: String(style_id),
    expires_at: expires_at ? toLocalTime(expires_at).slice(0, 10) : '',
    is_active,
  }
}

/** The fields that the form changes; undefined if none. An unchanged day keeps the exact time of the expiry. */
export function assignmentChange(
  assignment: StyleAssignment,
  form: AssignmentForm,
): StyleAssignmentChange | undefined {
  const before = formValues(assignment)
  const change: StyleAssignmentChange = {
    ...(form.style_id !== before.style_id && { style_id: Number(form.style_id) }),
    ...(form.expires_at !== before.expires_at && { expires_at: expiryOf(form) }),
    ...(form.is_active !== before.is_active && { is_active: form.is_active }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

export function expiryOf({ expires_at: day }: { expires_at: string }): string | null {
  return day ? endOfDay(day) : null
}
