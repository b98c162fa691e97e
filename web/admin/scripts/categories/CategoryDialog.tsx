import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'

import {
  categoryLimits,
  selectableCategoryIcons,
  CategoryChange,
  type Category,
} from '#contract/scripts/categories.ts'
import { defaultCategoryColor } from '#contract/scripts/fixed-categories.ts'
import cardStyles from '#web/admin/resource/ResourceCard.module.css'
import type { ResourceDialogProps } from '#web/admin/resource/ResourcePage.tsx'
import { ResourceDialog } from '#web/admin/resource/SaveDialog.tsx'
import { call } from '#web/app/call.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Card } from '#web/ui/Card.tsx'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { ColorField } from '#web/ui/ColorField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { tintOf } from '#web/ui/tint.ts'

import { categoryResource, OfferedIcon } from './category-resource.tsx'
import styles from './CategoryDialog.module.css'

/** `icon` may be one that the dialog does not offer; it stays until the user chooses another. */
const CategoryForm = z.extend(z.required(CategoryChange), { icon: z.string() })
type CategoryForm = z.output<typeof CategoryForm>

/** The default first, then the colors of the fixed categories. */
const categoryColors = [
  defaultCategoryColor,
  '#d8b36a',
  '#8fae7c',
  '#c98bb0',
  '#6fa8dc',
  '#e07a5f',
  '#5fb3a8',
  '#b59a72',
  '#9a94a6',
  '#c9783f',
  '#d9534f',
  '#a678c9',
  '#7f7fd5',
  '#4fa3c7',
  '#5fa777',
  '#7d8590',
] as const

export function CategoryDialog({ item: category, onClose }: ResourceDialogProps<Category>) {
  const form = useZodForm<CategoryForm>(CategoryForm, {
    name: category?.name ?? '',
    description: category?.description ?? '',
    icon: category?.icon ?? 'Folder',
    color: category?.color ?? defaultCategoryColor,
  })
  const { field, register, setValue, clearFieldError, control, formState } = form
  const values = useWatch({ control })
  return (
    <ResourceDialog
      resource={categoryResource}
      isNew={!category}
      editTitle="Edit Category"
      form={form}
      fields={['name', 'description', 'color']}
      save={(saved) => {
        const body = categoryBody(saved)
        return category
          ? call('PUT /api/categories/:id', { params: { id: category.id }, body })
          : call('POST /api/categories', { body })
      }}
      onClose={onClose}
      side={<Preview {...values} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field */}
      <TextField {...field('name')} label="Name" autoComplete="off" autoFocus />
      <TextArea {...field('description')} label="Description" lengthMax={categoryLimits.descriptionMax} />
      <fieldset className={`${styles.icons} grid gap-2`}>
        <legend className="mb-2 text-sm strong">Icon</legend>
        {selectableCategoryIcons.map((icon) => (
          <label
            key={icon}
            className={`grid relative center choice-box muted square-40 hover-vivid ${styles.icon}`}
            title={icon}
          >
            <input {...register('icon')} type="radio" value={icon} className={`m-0 cover ${styles.input}`} />
            <OfferedIcon name={icon} />
            <span className="visually-hidden">{icon}</span>
          </label>
        ))}
      </fieldset>
      <ColorField
        label="Color"
        colors={categoryColors}
        value={values.color ?? ''}
        onChange={(color) => {
          setValue('color', color, { shouldDirty: true })
          clearFieldError('color')
        }}
        error={formState.errors.color?.message}
      />
    </ResourceDialog>
  )
}

function Preview({ name, description, icon, color }: Partial<CategoryForm>) {
  const title = name || 'Category name'
  return (
    <section aria-label="Preview">
      <Card padding="md" className="flex column gap-3 min-0">
        <p className="faint text-sm">Preview</p>
        <div className="row gap-3">
          <span
            className={`${cardStyles.tile} grid rigid center clip round-md`}
            style={{ '--tint': tintOf(color) }}
          >
            <OfferedIcon name={icon ?? 'Folder'} />
          </span>
          <b className={`break ${styles.previewName}`}>{title}</b>
        </div>
        <p className="muted text-sm break">{description || 'Category description'}</p>
        <div>
          <CategoryChip name={title} color={color} />
        </div>
      </Card>
    </section>
  )
}

/** The body of a request; an icon that the dialog does not offer is left out. */
function categoryBody({ icon: chosen, ...fields }: CategoryForm) {
  const icon = selectableCategoryIcons.find((offered) => offered === chosen)
  return { ...fields, ...(icon && { icon }) }
}
