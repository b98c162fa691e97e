import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { nameFonts, nameStyleLimits } from '#contract/name-style.ts'
import type { UserStyle } from '#contract/user-styles.ts'
import { showRefusal } from '#web/admin/explain.ts'
import { FormDialog } from '#web/admin/layout/FormDialog.tsx'
import { call } from '#web/app/call.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { NamePreview } from './NamePreview.tsx'
import { shownCss, styleBody, useStyleForm } from './style-form.ts'
import { stylesKey } from './user-styles.data.ts'

export function StyleDialog({ style, onClose }: { style: UserStyle | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useStyleForm(style)
  const { register, handleSubmit, setError, clearErrors, forgive, control, formState } = form
  const { errors, isDirty, isSubmitting } = formState
  const [css_properties, font_family] = useWatch({ control, name: ['css_properties', 'font_family'] })
  const save = handleSubmit(async (values) => {
    clearErrors('root')
    const body = styleBody(values)
    try {
      if (style) await call('PUT /api/user-styles/:id', { params: { id: style.id }, body })
      else await call('POST /api/user-styles', { body })
      void showToast({
        type: 'success',
        title: style ? 'User style updated successfully!' : 'User style created successfully!',
      })
      onClose()
      await queryClient.invalidateQueries({ queryKey: stylesKey })
    } catch (error) {
      showRefusal(
        error,
        ['name', 'description', 'css_properties', 'priority'],
        setError,
        style ? 'Failed to update user style' : 'Failed to create user style',
      )
    }
  })
  return (
    <FormDialog
      title={style ? `Edit Style: ${style.name}` : 'Create Style'}
      label="User style"
      submitLabel={style ? 'Save Changes' : 'Create Style'}
      busyText="Saving..."
      isBusy={isSubmitting}
      isDirty={isDirty}
      failure={errors.root?.message}
      onSubmit={save}
      onClose={onClose}
      side={<NamePreview css={shownCss({ css_properties, font_family })} />}
    >
      <TextField
        {...register('name', { onChange: () => forgive('name') })}
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
      />
      <TextField
        {...register('description', { onChange: () => forgive('description') })}
        label="Description"
        isOptional
        autoComplete="off"
        error={errors.description?.message}
      />
      <TextArea
        {...register('css_properties', { onChange: () => forgive('css_properties') })}
        label="CSS properties"
        hint="Declarations with semicolons between them, without braces: color: #dccba6; font-weight: 700"
        spellCheck={false}
        lengthMax={nameStyleLimits.cssMax}
        error={errors.css_properties?.message}
      />
      <Select
        {...register('font_family')}
        label="Font"
        options={nameFonts.map((font) => ({ value: font, label: font === 'default' ? 'Default' : font }))}
      />
      <TextField
        {...register('priority', { onChange: () => forgive('priority') })}
        label="Priority"
        inputMode="numeric"
        autoComplete="off"
        hint="Of several styles of one person the highest shows."
        error={errors.priority?.message}
      />
      <Checkbox {...register('is_active')} label="Active" hint="Only active styles can be assigned." />
    </FormDialog>
  )
}
