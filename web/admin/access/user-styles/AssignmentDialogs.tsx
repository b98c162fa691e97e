import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import type { StyleAssignment } from '#contract/access/user-styles.ts'
import { UserField, type PickedUser } from '#web/admin/moderation/user-admin/UserField.tsx'
import { SaveDialog } from '#web/admin/resource/SaveDialog.tsx'
import { call } from '#web/app/call.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { NamePreview } from './NamePreview.tsx'
import {
  assignmentChange,
  AssignmentForm,
  expiryOf,
  formValues,
  NewAssignmentForm,
} from './assignment-form.ts'
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
