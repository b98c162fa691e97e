import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import type { StyleAssignment } from '#contract/access/user-styles.ts'
import { FormDialog } from '#web/admin/resource/FormDialog.tsx'
import { call } from '#web/app/call.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { assignmentChange, useAssignmentForm } from './assignment-form.ts'
import { NamePreview } from './NamePreview.tsx'
import { styleDeclarations } from './style-declarations.ts'
import { stylesKey, stylesQuery } from './user-styles.data.ts'

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
  const form = useAssignmentForm(assignment)
  const { field, register, control } = form
  const styleId = useWatch({ control, name: 'style_id' })
  const style = offeredStyles.find(({ id }) => String(id) === styleId)
  return (
    <FormDialog
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
      side={style && <NamePreview css={styleDeclarations(style)} />}
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
    </FormDialog>
  )
}
