import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import { cutText } from '#contract/platform/cut-text.ts'
import { licenseName, licenses } from '#contract/scripts/licenses.ts'
import type { EditForm } from '#contract/scripts/script-fields.ts'
import { scriptLimits, scriptStatuses } from '#contract/scripts/script-limits.ts'
import { StoredValue } from '#web/app/StoredValue.tsx'
import type { Conflict } from '#web/app/use-conflict.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { MarkdownPreview } from './MarkdownPreview.tsx'
import styles from './ScriptForm.module.css'
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

const links = [
  ['sourceUrl', 'Source repository', 'https://github.com/you/script'],
  ['documentationUrl', 'Documentation link', 'https://docs.example.com'],
  ['supportUrl', 'Support link', 'https://discord.gg/invite'],
] as const

/** Optional fields beside the description. */
export function ScriptDetailFields({
  form,
  images,
  conflict,
}: {
  form: ScriptForm
  /** URLs of the images in their order, for the preview. */
  images: readonly string[]
  conflict?: Conflict<keyof EditForm>
}) {
  const { register, clearErrors, formState } = form
  const field = (name: 'documentation' | 'license' | (typeof links)[number][0]) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message,
    isOptional: true,
  })
  return (
    <>
      <div className={`${styles.beside} flex wrap gap-5`}>
        <div className="stack gap-2">
          <TextArea
            {...field('documentation')}
            label="Documentation"
            rows={14}
            lengthMax={scriptLimits.documentationMax}
            hint="Shown below the description. Markdown with tables, task lists and images of this script: ![Menu](image-2) shows the second one."
          />
          {conflict && (
            <StoredValue conflict={conflict} name="documentation" label="Documentation" toText={shorten} />
          )}
        </div>
        <DocumentationPreview form={form} images={images} />
      </div>
      <div className="grid tiles-fit gap-5 top">
        <div className="stack gap-2">
          <Select
            {...field('license')}
            label="Licence"
            options={licenses.map((value) => ({ value, label: licenseName(value) }))}
            placeholder="Not stated"
            hint="What others may do with your script."
          />
          {conflict && <StoredValue conflict={conflict} name="license" label="Licence" />}
        </div>
        {links.map(([name, label, placeholder]) => (
          <div key={name} className="stack gap-2">
            <TextField
              {...field(name)}
              label={label}
              type="url"
              inputMode="url"
              placeholder={placeholder}
              autoComplete="off"
            />
            {conflict && <StoredValue conflict={conflict} name={name} label={label} />}
          </div>
        ))}
      </div>
    </>
  )
}

/** Renders with each change of the text, unlike the fields. */
function DocumentationPreview({ form, images }: { form: ScriptForm; images: readonly string[] }) {
  return <MarkdownPreview text={useWatch({ control: form.control, name: 'documentation' })} images={images} />
}

const storedMax = 300

function shorten(value: unknown): string {
  const text = String(value)
  return text.length > storedMax ? `${cutText(text, storedMax)}…` : text
}
