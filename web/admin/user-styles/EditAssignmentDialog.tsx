import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { StyleAssignment } from '#contract/user-styles.ts'
import { explain } from '#web/admin/explain.ts'
import { FormDialog } from '#web/admin/layout/FormDialog.tsx'
import { call, CallFailure } from '#web/app/call.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { changeOf, formOf } from './assignment-change.ts'
import { NamePreview } from './NamePreview.tsx'
import { shownCss } from './style-form.ts'
import { stylesKey, stylesQuery } from './user-styles.data.ts'

/** Another style, another end, or a pause: the person stays. */
export function EditAssignmentDialog({
  assignment,
  onClose,
}: {
  assignment: StyleAssignment
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const [form, setForm] = useState(() => formOf(assignment))
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const offered =
    useQuery(stylesQuery).data?.filter((style) => style.is_active || style.id === assignment.style_id) ?? []
  const style = offered.find(({ id }) => String(id) === form.styleId)
  const change = changeOf(assignment, form)
  const name = assignment.users?.username ?? 'Unknown User'
  function edit(part: Partial<typeof form>) {
    setForm({ ...form, ...part })
    setFields({})
    setFailure(undefined)
  }

  async function save() {
    if (!change) return onClose()
    setBusy(true)
    try {
      await call('PUT /api/user-styles/assign/:id', { params: { id: assignment.id }, body: change })
      void showToast({ type: 'success', title: 'Style assignment updated successfully!' })
      onClose()
      await queryClient.invalidateQueries({ queryKey: stylesKey })
    } catch (error) {
      const named = error instanceof CallFailure ? error.fields : {}
      setFields(named)
      if (!named['style_id'] && !named['expires_at'])
        setFailure(explain(error, 'Failed to update style assignment'))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={`Style of ${name}`}
      label="Style assignment"
      submitLabel="Save Changes"
      busyText="Saving..."
      isBusy={isBusy}
      isDirty={change !== undefined}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
      side={style && <NamePreview css={shownCss(style)} />}
    >
      <Select
        label="Style"
        value={form.styleId}
        error={fields['style_id']}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
        onChange={({ currentTarget }) => edit({ styleId: currentTarget.value })}
        options={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
      />
      <TextField
        type="date"
        label="Expires"
        isOptional
        hint="Empty is permanent."
        value={form.day}
        error={fields['expires_at']}
        onChange={({ currentTarget }) => edit({ day: currentTarget.value })}
      />
      <Checkbox
        label="Active"
        hint="Paused, it stays here and shows nowhere."
        checked={form.isActive}
        onChange={({ currentTarget }) => edit({ isActive: currentTarget.checked })}
      />
    </FormDialog>
  )
}
