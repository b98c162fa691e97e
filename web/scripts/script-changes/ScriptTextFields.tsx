import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import type { EditForm } from '#contract/scripts/script-fields.ts'
import { scriptLimits, scriptStatuses } from '#contract/scripts/script-limits.ts'
import { StoredValue } from '#web/app/StoredValue.tsx'
import type { Conflict } from '#web/app/use-conflict.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { MarkdownPreview } from './MarkdownPreview.tsx'
import type { ScriptForm } from './use-script-form.ts'

type FieldName = 'name' | 'description' | 'script_status' | 'category' | 'version' | 'tags'

const statusOptions = scriptStatuses.map((status) => ({ value: status, label: status }))

export function ScriptTextFields({
  form,
  currentCategory,
  conflict,
  tagsField,
  hasVersion = true,
}: {
  form: ScriptForm
  /** Stays an option if the categories could not be loaded. */
  currentCategory?: string
  conflict?: Conflict<keyof EditForm>
  tagsField: ReactNode
  hasVersion?: boolean
}) {
  const { register, clearErrors, formState } = form
  const names = new Set(useCategories().map(({ name }) => name))
  if (currentCategory !== undefined) names.add(currentCategory)
  const field = (name: FieldName) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message,
  })
  const withStored = (name: FieldName, label: string, control: ReactNode) => (
    <div className="stack gap-2">
      {control}
      {conflict && <StoredValue conflict={conflict} name={name} label={label} />}
    </div>
  )
  return (
    <>
      {withStored(
        'name',
        'Script name',
        <TextField
          {...field('name')}
          label="Script name"
          placeholder="Ledger Inventory"
          autoComplete="off"
          aria-required
        />,
      )}
      {withStored(
        'description',
        'Description',
        <TextArea
          {...field('description')}
          label="Description"
          lengthMax={scriptLimits.descriptionMax}
          hint="What it does, what it needs, and how to install it. Markdown: # heading, - list, **bold**, `code`, [link](https://…)."
          aria-required
        />,
      )}
      <DescriptionPreview form={form} />
      <div className="grid tiles-fit gap-5 top">
        {withStored(
          'script_status',
          'Status',
          <Select
            {...field('script_status')}
            label="Status"
            options={statusOptions}
            placeholder="Choose a status"
            aria-required
          />,
        )}
        {withStored(
          'category',
          'Category',
          <Select
            {...field('category')}
            label="Category"
            options={[...names].map((name) => ({ value: name, label: name }))}
            placeholder="Choose a category"
            aria-required
          />,
        )}
      </div>
      {hasVersion &&
        withStored(
          'version',
          'Version',
          <TextField
            {...field('version')}
            label="Version"
            isOptional
            placeholder="1.0.0"
            autoComplete="off"
            hint="Defaults to 1.0.0."
          />,
        )}
      {withStored('tags', 'Tags', tagsField)}
    </>
  )
}

/** Renders with each change of the description, unlike the fields. */
function DescriptionPreview({ form }: { form: ScriptForm }) {
  return <MarkdownPreview text={useWatch({ control: form.control, name: 'description' })} />
}
