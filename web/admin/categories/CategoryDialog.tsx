import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { categoryLimits, chosenCategoryIcons } from '#contract/categories.ts'
import type { Category } from '#contract/categories.ts'
import { showRefusal } from '#web/admin/explain.ts'
import listStyles from '#web/admin/layout/CardList.module.css'
import { FormDialog } from '#web/admin/layout/FormDialog.tsx'
import { call } from '#web/app/call.ts'
import { categoriesQuery } from '#web/categories/categories.data.ts'
import { Card } from '#web/ui/Card.tsx'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { ColorField } from '#web/ui/ColorField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { tintOf } from '#web/ui/tint.ts'
import { showToast } from '#web/ui/toast.ts'

import styles from './CategoryDialog.module.css'
import { categoryColors, useCategoryForm } from './category-form.ts'
import { OfferedIcon } from './OfferedIcon.tsx'

export function CategoryDialog({
  category,
  onClose,
}: {
  category: Category | undefined
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const form = useCategoryForm(category)
  const { register, handleSubmit, setError, setValue, clearErrors, forgive, control, formState } = form
  const { errors, isDirty, isSubmitting } = formState
  const shown = useWatch({ control })
  const save = handleSubmit(async ({ icon: chosen, ...fields }) => {
    clearErrors('root')
    const icon = chosenCategoryIcons.find((offered) => offered === chosen)
    const body = { ...fields, ...(icon && { icon }) }
    try {
      if (category) await call('PUT /api/categories/:id', { params: { id: category.id }, body })
      else await call('POST /api/categories', { body })
      void showToast({
        type: 'success',
        title: category ? 'Category updated successfully!' : 'Category created successfully!',
      })
      onClose()
      await queryClient.invalidateQueries({ queryKey: categoriesQuery.queryKey })
    } catch (error) {
      showRefusal(
        error,
        ['name', 'description', 'color'],
        setError,
        category ? 'Failed to update category' : 'Failed to create category',
      )
    }
  })
  return (
    <FormDialog
      title={category ? 'Edit Category' : 'Add Category'}
      label="Category"
      submitLabel={category ? 'Save Changes' : 'Add Category'}
      busyText="Saving..."
      isBusy={isSubmitting}
      isDirty={isDirty}
      failure={errors.root?.message}
      onSubmit={save}
      onClose={onClose}
      side={
        <section aria-label="Preview">
          <Card padding="md" className={listStyles.card}>
            <p className={listStyles.faint}>Preview</p>
            <div className={listStyles.head}>
              <span className={listStyles.tile} style={{ '--tint': tintOf(shown.color) }}>
                <OfferedIcon name={shown.icon ?? 'Folder'} />
              </span>
              <b className={styles.previewName}>{shown.name || 'Category name'}</b>
            </div>
            <p className={listStyles.text}>{shown.description || 'Category description'}</p>
            <div>
              <CategoryChip name={shown.name || 'Category name'} color={shown.color} />
            </div>
          </Card>
        </section>
      }
    >
      <TextField
        {...register('name', { onChange: () => forgive('name') })}
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
      />
      <TextArea
        {...register('description', { onChange: () => forgive('description') })}
        label="Description"
        lengthMax={categoryLimits.descriptionMax}
        error={errors.description?.message}
      />
      <fieldset className={styles.icons}>
        <legend>Icon</legend>
        {chosenCategoryIcons.map((icon) => (
          <label key={icon} className={styles.icon} title={icon}>
            <input {...register('icon')} type="radio" value={icon} className={styles.input} />
            <OfferedIcon name={icon} />
            <span className="visually-hidden">{icon}</span>
          </label>
        ))}
      </fieldset>
      <ColorField
        label="Color"
        colors={categoryColors}
        value={shown.color ?? ''}
        onChange={(color) => {
          setValue('color', color, { shouldDirty: true })
          forgive('color')
        }}
        error={errors.color?.message}
      />
    </FormDialog>
  )
}
