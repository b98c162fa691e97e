import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FormEvent } from 'react'
import { useController } from 'react-hook-form'

import { fileMessages, splitTags } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { useConflict } from '#web/app/use-conflict.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { TagField } from '#web/ui/TagField.tsx'

import { ArchiveField, CurrentFile } from './ArchiveField.tsx'
import { ArchiveNotes } from './ArchiveNotes.tsx'
import { ArchiveRules } from './ArchiveRules.tsx'
import { FormOutcome } from './FormOutcome.tsx'
import { ImagesField } from './ImagesField.tsx'
import { NewVersionFields } from './NewVersionFields.tsx'
import { scriptFields, textsOf } from './script-changes.ts'
import styles from './ScriptForm.module.css'
import { ScriptDetailFields } from './ScriptDetailFields.tsx'
import { ScriptTextFields } from './ScriptTextFields.tsx'
import { UnsentScriptGuard } from './UnsentScriptGuard.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useChosenArchive, useZip } from './use-chosen-archive.ts'
import { useDraft } from './use-draft.ts'
import { useEditScript } from './use-edit-script.ts'
import { useFirstInvalid, scriptFormValues, useScriptForm } from './use-script-form.ts'
import { sentImages, useScriptImages } from './use-script-images.ts'
import type { ScriptForm } from './use-script-form.ts'

export function EditScriptForm({ script: opened, isModeration }: { script: Script; isModeration: boolean }) {
  const queryClient = useQueryClient()
  const form = useScriptForm(textsOf(opened))
  const {
    base: script,
    conflict,
    readAfterConflict,
  } = useConflict(form, {
    opened,
    fields: scriptFields,
    toValues: (current) => scriptFormValues(textsOf(current)),
    read: async () =>
      (await queryClient.fetchQuery({ ...scriptQuery(opened.id), staleTime: 0 })) ?? undefined,
  })
  // A draft of an earlier state of the script could undo a change made since.
  useDraft(form, `edit ${script.id} ${script.updatedAt}`)
  const images = useScriptImages(script.images)
  const archive = useChosenArchive()
  const contents = useZip(archive.file)
  const element = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(element)
  const edit = useEditScript({ base: script, readAfterConflict, form, archive, images })
  const { files, imageOrder } = sentImages(images.items)
  const hasFiles = archive.file !== undefined || files.length > 0
  const isUploading = edit.upload !== undefined && hasFiles

  async function send(event: FormEvent) {
    const areAllRemoved = images.items.length > 0 && images.kept.length === 0
    const imagesIssue = areAllRemoved ? fileMessages.imageRequired : undefined
    images.showProblem(imagesIssue)
    await form.handleSubmit(async (values) => {
      if (imagesIssue === undefined) await edit.save(values)
    })(event)
    focusFirstInvalid()
  }

  return (
    <>
      <UnsentScriptGuard
        isFilled={form.formState.isDirty || hasFiles || imageOrder.join() !== script.images.join()}
        isUploading={isUploading}
      />
      {isUploading && edit.upload && (
        <UploadPanel
          name={`Saving ${form.getValues('name').trim()}`}
          state={edit.upload}
          processingLabel="Checking and saving"
          onCancel={edit.cancel}
        />
      )}
      <div className={`${styles.single} stack gap-5 pb-16`} hidden={isUploading}>
        {isModeration && (
          <Alert tone="warn" title={`This script belongs to ${script.author}`}>
            Your changes are recorded under your name, with the reason moderation.
          </Alert>
        )}
        <form
          ref={element}
          noValidate
          className={`${styles.form} grid gap-5 min-0`}
          aria-label="Edit Script"
          onSubmit={(event) => void send(event)}
        >
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>About the script</h2>
            <ScriptTextFields
              form={form}
              currentCategory={script.category}
              conflict={conflict}
              tagsField={<EditTagsField form={form} />}
              hasVersion={!archive.file}
            />
          </Card>
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>Script file</h2>
            <CurrentFile script={script} isReplaced={archive.file !== undefined} />
            <ArchiveField
              label="New script file"
              hint="A .zip, .rar or .7z archive, up to 1000MB. It becomes a new version; earlier ones stay available."
              isOptional
              chosen={archive}
            />
            <ArchiveNotes file={archive.file} contents={contents} form={form} scriptId={script.id} />
            {archive.file && (
              <NewVersionFields
                key={`${archive.file.name} ${archive.file.lastModified}`}
                {...{ form, script, conflict }}
                resources={contents && contents.resources}
              />
            )}
            <ArchiveRules />
          </Card>
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>Images</h2>
            <ImagesField
              hint="Up to 5 pictures: JPEG, PNG, GIF or WebP, up to 10MB each. New ones are added to the others. The first one is the cover."
              images={images}
            />
          </Card>
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>Documentation and links</h2>
            <ScriptDetailFields form={form} images={images.kept.map(({ url }) => url)} conflict={conflict} />
          </Card>
          <FormOutcome outcome={edit.outcome} />
          <div
            className={classNames(
              'sticky line-above fill-0',
              `${styles.actions} flex wrap gap-3`,
              styles.saveBar,
            )}
          >
            <Link
              to="/scripts/$id"
              params={{ id: String(script.id) }}
              className={buttonClass({ size: 'lg' })}
            >
              Cancel
            </Link>
            <Button
              type="submit"
              variant="cta"
              size="lg"
              isBusy={form.formState.isSubmitting}
              busyText="Saving..."
            >
              Save Changes
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}

/** Tags one at a time; the form value is comma-separated, as in the submit form. */
function EditTagsField({ form: { control, clearErrors } }: { form: ScriptForm }) {
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
