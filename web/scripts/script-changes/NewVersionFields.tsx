import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'

import type { Resource } from '#contract/archives/manifest/describe-resources.ts'
import type { EditForm } from '#contract/scripts/script-fields.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Conflict } from '#web/app/use-conflict.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { changelogHint, MarkdownPreview } from './MarkdownPreview.tsx'
import { proposedNumber } from './found-resources.ts'
import { FieldWithConflict } from './ScriptFields.tsx'
import styles from './ScriptForm.module.css'
import type { ScriptForm } from './use-script-form.ts'

/** Number and changelog of the version that a chosen archive becomes. */
export function NewVersionFields({
  form: { register, setValue, getValues, clearErrors, formState, control },
  script,
  resources,
  conflict,
}: {
  form: ScriptForm
  script: Script
  /** Undefined while the archive is read, null if it cannot be read. */
  resources: readonly Resource[] | null | undefined
  conflict?: Conflict<keyof EditForm>
}) {
  const current = script.version
  const proposal = useMemo(
    () => (resources === undefined ? undefined : proposedNumber(current, resources ?? [])),
    [current, resources],
  )
  const number = proposal?.number
  // What is typed into a focused field would be added to the proposal, which therefore waits until the focus leaves.
  const isPostponed = useRef(false)
  const propose = useCallback(() => {
    isPostponed.current = false
    // A number that the user has entered stays.
    if (number !== undefined && getValues('version').trim() === current)
      setValue('version', number, { shouldDirty: true })
  }, [number, current, getValues, setValue])
  useEffect(() => {
    if (document.activeElement?.getAttribute('name') === 'version') isPostponed.current = true
    else propose()
    return () => {
      // Without the archive the script keeps its number.
      if (getValues('version') === number) setValue('version', current)
    }
  }, [propose, number, current, getValues, setValue])
  const changelog = useWatch({ control, name: 'changelog' })
  const version = register('version')
  return (
    <fieldset className={`stack gap-5 min-0 round-md framed-strong ${styles.newVersion}`}>
      <legend>New version</legend>
      <FieldWithConflict name="version" label="Version" conflict={conflict}>
        <TextField
          {...version}
          onChange={(event) => {
            isPostponed.current = false
            clearErrors('version')
            return version.onChange(event)
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && isPostponed.current) propose()
          }}
          onBlur={(event) => {
            if (isPostponed.current) propose()
            return version.onBlur(event)
          }}
          error={formState.errors.version?.message}
          label="Version"
          placeholder={current}
          autoComplete="off"
          hint={
            proposal?.isFromManifest
              ? `The current one is ${current}. The manifest in the archive says ${proposal.number}.`
              : `The current one is ${current}.`
          }
        />
      </FieldWithConflict>
      <TextArea
        {...register('changelog', { onChange: () => clearErrors('changelog') })}
        error={formState.errors.changelog?.message}
        label="Changelog"
        isOptional
        rows={6}
        lengthMax={scriptLimits.changelogMax}
        hint={changelogHint}
      />
      <MarkdownPreview text={changelog} />
    </fieldset>
  )
}
