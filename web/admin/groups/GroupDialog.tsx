import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { groupLimits } from '#contract/groups.ts'
import type { Group } from '#contract/groups.ts'
import { showRefusal } from '#web/admin/explain.ts'
import { FormDialog } from '#web/admin/layout/FormDialog.tsx'
import { stylesQuery } from '#web/admin/user-styles/user-styles.data.ts'
import { call } from '#web/app/call.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ColorField } from '#web/ui/ColorField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { groupBody, groupChange, useGroupForm } from './group-form.ts'
import styles from './GroupDialog.module.css'
import { groupsQuery } from './groups.data.ts'
import { PermissionPanel } from './PermissionPanel.tsx'

export function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const session = useSession()
  const offered = useQuery({ ...stylesQuery, enabled: mayUse(session, 'admin.styles.view') })
  const form = useGroupForm(group)
  const { register, handleSubmit, setError, setValue, clearErrors, forgive, control, formState } = form
  const { errors, isDirty, isSubmitting } = formState
  const [color, permissions] = useWatch({ control, name: ['color', 'permissions'] })
  const styleOptions = (offered.data ?? (group?.user_styles ? [group.user_styles] : [])).map(
    ({ id, name }) => ({ value: String(id), label: name }),
  )
  const save = handleSubmit(async (values) => {
    clearErrors('root')
    try {
      if (group)
        await call('PUT /api/groups/:id', { params: { id: group.id }, body: groupChange(group, values) })
      else await call('POST /api/groups', { body: groupBody(values) })
      void showToast({
        type: 'success',
        title: group ? 'Group updated successfully!' : 'Group created successfully!',
      })
      onClose()
      await queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey })
    } catch (error) {
      showRefusal(
        error,
        ['name', 'display_name', 'description', 'color'],
        setError,
        group ? 'Failed to update group' : 'Failed to create group',
      )
    }
  })
  return (
    <FormDialog
      title={group ? `Edit Group: ${group.display_name}` : 'Create Group'}
      label="Group"
      submitLabel={group ? 'Save Changes' : 'Create Group'}
      busyText="Saving..."
      size="xl"
      isBusy={isSubmitting}
      isDirty={isDirty}
      failure={errors.root?.message}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <section aria-label="Settings" className={styles.settings}>
          <TextField
            {...register('display_name', { onChange: () => forgive('display_name') })}
            label="Display name"
            autoComplete="off"
            error={errors.display_name?.message}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
            autoFocus
          />
          <TextField
            {...register('name', { onChange: () => forgive('name') })}
            label="Name"
            hint="The key that programs know the group by."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.name?.message}
          />
          <TextArea
            {...register('description', { onChange: () => forgive('description') })}
            label="Description"
            isOptional
            lengthMax={groupLimits.descriptionMax}
            error={errors.description?.message}
          />
          <TextField
            {...register('priority')}
            label="Priority"
            inputMode="numeric"
            autoComplete="off"
            hint="The lower the number, the higher the authority."
          />
          <Select
            {...register('style_id')}
            label="User style"
            isOptional
            placeholder="None"
            options={styleOptions}
          />
          <ColorField
            label="Color"
            value={color}
            onChange={(next) => {
              setValue('color', next, { shouldDirty: true })
              forgive('color')
            }}
            error={errors.color?.message}
          />
          <Checkbox
            {...register('is_default')}
            label="Default group"
            hint="Every new account joins it."
            disabled={!session?.user.is_admin && !session?.user.is_owner}
          />
        </section>
        <PermissionPanel
          chosen={permissions}
          held={session?.user.permissions ?? []}
          onChange={(next) => setValue('permissions', next, { shouldDirty: true })}
        />
      </div>
    </FormDialog>
  )
}
