import { useController } from 'react-hook-form'

import { splitTags } from '#contract/scripts/script-fields.ts'
import { TagField } from '#web/ui/TagField.tsx'

import type { ScriptForm } from './use-script-form.ts'

/** Tags one at a time; the form value is comma-separated, as in the submit form. */
export function EditTagsField({ form: { control, clearErrors } }: { form: ScriptForm }) {
  const { field, fieldState } = useController({ control, name: 'tags' })
  return (
    <TagField
      label="Tags"
      isOptional
      placeholder="inventory"
      hint="Press Enter after each. 200 characters at most in all."
      inputRef={field.ref}
      tags={splitTags(field.value)}
      error={fieldState.error?.message}
      onChange={(tags) => {
        field.onChange(splitTags(tags.join(',')).join(','))
        clearErrors('tags')
      }}
    />
  )
}
