import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { FormDialog } from '#web/admin/resource/FormDialog.tsx'
import { UserField } from '#web/admin/moderation/user-admin/UserField.tsx'
import type { PickedUser } from '#web/admin/moderation/user-admin/UserField.tsx'
import { call } from '#web/app/call.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { expiryOf, useNewAssignmentForm } from './assignment-form.ts'
import { NamePreview } from './NamePreview.tsx'
import { styleDeclarations } from './style-declarations.ts'
import { stylesKey, stylesQuery } from './user-styles.data.ts'

export function AssignDialog({ onClose }: { onClose: () => void }) {
  const activeStyles = useQuery(stylesQuery).data?.filter(({ is_active }) => is_active) ?? []
  const [user, setUser] = useState<PickedUser | null>(null)
  const form = useNewAssignmentForm()
  const { errors } = form.formState
  const styleId = useWatch({ control: form.control, name: 'style_id' })
  const style = activeStyles.find(({ id }) => String(id) === styleId)
  function choose(name: 'user_id' | 'style_id', id: string) {
    form.setValue(name, id, { shouldDirty: true })
    form.clearFieldError(name)
  }
  return (
    <FormDialog
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
      side={style && <NamePreview css={styleDeclarations(style)} />}
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
    </FormDialog>
  )
}
