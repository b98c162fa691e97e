import type { ComponentProps, ReactNode } from 'react'
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

type FieldName = Exclude<keyof EditForm, 'changelog' | 'teamId'>
type FormConflict = Conflict<keyof EditForm> | undefined

const fieldOf = ({ register, clearErrors, formState }: ScriptForm, name: FieldName) => ({
  ...register(name, { onChange: () => clearErrors(name) }),
  error: formState.errors[name]?.message,
})

/** A field, and below it the value that is stored after a conflict. */
export function FieldWithConflict({
  conflict,
  children,
  ...field
}: Omit<ComponentProps<typeof StoredValue<keyof EditForm>>, 'conflict'> & {
  conflict: FormConflict
  children: ReactNode
}) {
  return (
    <div className="stack gap-2">
      {children}
      {conflict && <StoredValue conflict={conflict} {...field} />}
    </div>
  )
}

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
  conflict?: FormConflict
  tagsField: ReactNode
  hasVersion?: boolean
}) {
  const names = new Set(useCategories().map(({ name }) => name))
  if (currentCategory !== undefined) names.add(currentCategory)
  return (
    <>
      <FieldWithConflict name="name" label="Script name" conflict={conflict}>
        <TextField
          {...fieldOf(form, 'name')}
          label="Script name"
          placeholder="Ledger Inventory"
          autoComplete="off"
          aria-required
        />
      </FieldWithConflict>
      <FieldWithConflict name="description" label="Description" conflict={conflict}>
        <TextArea
          {...fieldOf(form, 'description')}
          label="Description"
          lengthMax={scriptLimits.descriptionMax}
          hint="What it does, what it needs, and how to install it. Markdown: # heading, - list, **bold**, `code`, [link](https://…)."
          aria-required
        />
      </FieldWithConflict>
      <Preview form={form} name="description" />
      <div className="grid tiles-fit gap-5 top">
        <FieldWithConflict name="script_status" label="Status" conflict={conflict}>
          <Select
            {...fieldOf(form, 'script_status')}
            label="Status"
            options={statusOptions}
            placeholder="Choose a status"
            aria-required
          />
        </FieldWithConflict>
        <FieldWithConflict name="category" label="Category" conflict={conflict}>
          <Select
            {...fieldOf(form, 'category')}
            label="Category"
            options={[...names].map((name) => ({ value: name, label: name }))}
            placeholder="Choose a category"
            aria-required
          />
        </FieldWithConflict>
      </div>
      {hasVersion && (
        <FieldWithConflict name="version" label="Version" conflict={conflict}>
          <TextField
            {...fieldOf(form, 'version')}
            label="Version"
            isOptional
            placeholder="1.0.0"
            autoComplete="off"
            hint="Defaults to 1.0.0."
          />
        </FieldWithConflict>
      )}
      <FieldWithConflict name="tags" label="Tags" conflict={conflict}>
        {tagsField}
      </FieldWithConflict>
    </>
  )
}

/** Renders with each change of the text, unlike the fields. */
function Preview({
  form: { control },
  name,
  images,
}: {
  form: ScriptForm
  name: 'description' | 'documentation'
  images?: readonly string[]
}) {
  return <MarkdownPreview text={useWatch({ control, name })} {...(images && { images })} />
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
  conflict?: FormConflict
}) {
  return (
    <>
      <div className={`${styles.beside} flex wrap gap-5`}>
        <FieldWithConflict name="documentation" label="Documentation" {...{ conflict, toText: shorten }}>
          <TextArea
            {...fieldOf(form, 'documentation')}
            isOptional
            label="Documentation"
            rows={14}
            lengthMax={scriptLimits.documentationMax}
            hint="Shown below the description. Markdown with tables, task lists and images of this script: ![Menu](image-2) shows the second one."
          />
        </FieldWithConflict>
        <Preview form={form} name="documentation" images={images} />
      </div>
      <div className="grid tiles-fit gap-5 top">
        <FieldWithConflict name="license" label="Licence" conflict={conflict}>
          <Select
            {...fieldOf(form, 'license')}
            isOptional
            label="Licence"
            options={licenses.map((value) => ({ value, label: licenseName(value) }))}
            placeholder="Not stated"
            hint="What others may do with your script."
          />
        </FieldWithConflict>
        {links.map(([name, label, placeholder]) => (
          <FieldWithConflict key={name} {...{ name, label, conflict }}>
            <TextField
              {...fieldOf(form, name)}
              isOptional
              label={label}
              type="url"
              inputMode="url"
              placeholder={placeholder}
              autoComplete="off"
            />
          </FieldWithConflict>
        ))}
      </div>
    </>
  )
}

const storedMax = 300

function shorten(value: unknown): string {
  const text = String(value)
  return text.length > storedMax ? `${cutText(text, storedMax)}…` : text
}
