import { splitTags } from '#contract/script-fields.ts'
import { TagField } from '#web/ui/TagField.tsx'

import type { ScriptForm } from './use-script-form.ts'

/** Tags one at a time; the form value is comma-separated, as in the submit form. */
export function EditTagsField({ form: { watch, setValue, clearErrors, formState } }: { form: ScriptForm }) {
  return (
    <TagField
      label="Tags"
      isOptional
      placeholder="inventory"
      hint="Press Enter after each. 200 characters at most in all."
      tags={splitTags(watch('tags') ?? '')}
      error={formState.errors.tags?.message}
      onChange={(tags) => {
        setValue('tags', splitTags(tags.join(',')).join(','), { shouldDirty: true })
        clearErrors('tags')
      }}
    />
  )
}
