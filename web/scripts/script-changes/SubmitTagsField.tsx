import { splitTags } from '#contract/scripts/script-fields.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import styles from './ScriptForm.module.css'
import type { ScriptForm } from './use-script-form.ts'

/** Comma-separated tags with a preview. */
export function SubmitTagsField({ form: { register, clearErrors, formState, watch } }: { form: ScriptForm }) {
  const tags = splitTags(watch('tags') ?? '')
  return (
    <div className="grid gap-2">
      <TextField
        {...register('tags', { onChange: () => clearErrors('tags') })}
        label="Tags"
        isOptional
        placeholder="inventory, esx, drag and drop"
        autoComplete="off"
        autoCapitalize="none"
        hint="Separated by commas, 200 characters at most."
        error={formState.errors.tags?.message}
      />
      {tags.length > 0 && (
        <ul className={`${styles.tags} flex wrap gap-6px`} aria-label="Preview">
          {tags.map((tag) => (
            <li key={tag}>
              <Tag label={tag} size="md" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
