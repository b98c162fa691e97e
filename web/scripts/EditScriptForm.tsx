import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { fileMessages, imagesProblem } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import { useConflict } from '#web/app/use-conflict.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { ArchiveField } from './ArchiveField.tsx'
import { ArchiveNotes } from './ArchiveNotes.tsx'
import { ArchiveRules } from './ArchiveRules.tsx'
import { EditTagsField } from './EditTagsField.tsx'
import { FormOutcome } from './FormOutcome.tsx'
import { ImagesField } from './ImagesField.tsx'
import { NewVersionFields } from './NewVersionFields.tsx'
import { CurrentFile } from './CurrentFile.tsx'
import { CurrentImages } from './CurrentImages.tsx'
import { orderedImages, textsOf } from './script-changes.ts'
import { scriptQuery } from './script-detail.data.ts'
import styles from './ScriptForm.module.css'
import { ScriptTextFields } from './ScriptTextFields.tsx'
import { UnsentScriptGuard } from './UnsentScriptGuard.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useChosenArchive } from './use-chosen-archive.ts'
import { useChosenImages } from './use-chosen-images.ts'
import { useDraft } from './use-draft.ts'
import { useEditScript } from './use-edit-script.ts'
import { useFirstInvalid } from './use-first-invalid.ts'
import { scriptFormValues, useScriptForm } from './use-script-form.ts'
import { useZip } from './use-zip.ts'

const fields = ['name', 'description', 'script_status', 'category', 'version', 'tags', 'changelog'] as const

export function EditScriptForm({ script: opened, isModeration }: { script: Script; isModeration: boolean }) {
  const queryClient = useQueryClient()
  const form = useScriptForm(textsOf(opened))
  const {
    base: script,
    conflict,
    readAfterConflict,
  } = useConflict(form, {
    opened,
    fields,
    toValues: (current) => scriptFormValues(textsOf(current)),
    read: async () =>
      (await queryClient.fetchQuery({ ...scriptQuery(opened.id), staleTime: 0 })) ?? undefined,
  })
  // A draft of an earlier state of the script could undo a change made since.
  useDraft(form, `edit ${script.id} ${script.updatedAt}`)
  const images = useChosenImages()
  const archive = useChosenArchive()
  const resources = useZip(archive.file)
  const [markedImages, setMarkedImages] = useState<readonly string[]>([])
  // After a conflict, a marked image may no longer exist.
  const removedImages = markedImages.filter((image) => script.images.includes(image))
  const [chosenOrder, setChosenOrder] = useState<readonly string[]>([])
  const imageOrder = orderedImages(script.images, chosenOrder)
  const isReordered = imageOrder.join() !== script.images.join()
  const element = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(element)
  const edit = useEditScript({
    base: script,
    readAfterConflict,
    form,
    archive,
    images,
    removedImages,
    imageOrder,
  })
  const hasFiles = archive.file !== undefined || images.images.length > 0
  const isUploading = edit.upload !== undefined && hasFiles

  async function send(event: FormEvent) {
    const imagesIssue = imagesIssueOf()
    images.showProblem(imagesIssue)
    await form.handleSubmit(async (values) => {
      if (imagesIssue === undefined) await edit.save(values)
    })(event)
    focusFirstInvalid()
  }
  function imagesIssueOf(): string | undefined {
    if (images.images.length > 0) return imagesProblem(images.images.map(({ file }) => file))
    const areAllRemoved = script.images.length > 0 && removedImages.length === script.images.length
    return areAllRemoved ? fileMessages.imageRequired : undefined
  }

  return (
    <>
      <UnsentScriptGuard
        isFilled={form.formState.isDirty || hasFiles || removedImages.length > 0 || isReordered}
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
      <div className={styles.single} hidden={isUploading}>
        {isModeration && (
          <Alert tone="warn" title={`This script belongs to ${script.author}`}>
            Your changes are recorded under your name, with the reason moderation.
          </Alert>
        )}
        <form
          ref={element}
          noValidate
          className={styles.form}
          aria-label="Edit Script"
          onSubmit={(event) => void send(event)}
        >
          <Card as="section" padding="lg" className={styles.section}>
            <h2>About the script</h2>
            <ScriptTextFields
              form={form}
              currentCategory={script.category}
              conflict={conflict}
              tagsField={<EditTagsField form={form} />}
              hasVersion={!archive.file}
            />
          </Card>
          <Card as="section" padding="lg" className={styles.section}>
            <h2>Script file</h2>
            <CurrentFile script={script} isReplaced={archive.file !== undefined} />
            <ArchiveField
              label="New script file"
              hint="A .zip, .rar or .7z archive, up to 1000MB. It becomes a new version; earlier ones stay available."
              isOptional
              chosen={archive}
            />
            <ArchiveNotes file={archive.file} resources={resources} form={form} scriptId={script.id} />
            {archive.file && (
              <NewVersionFields
                key={`${archive.file.name} ${archive.file.lastModified}`}
                {...{ form, script, resources, conflict }}
              />
            )}
            <ArchiveRules />
          </Card>
          <Card as="section" padding="lg" className={styles.section}>
            <h2>Images</h2>
            <CurrentImages
              images={imageOrder}
              removed={removedImages}
              areReplaced={images.images.length > 0}
              onReorder={setChosenOrder}
              onChange={(removed) => {
                setMarkedImages(removed)
                images.showProblem(undefined)
              }}
            />
            <ImagesField
              label="New images"
              hint="Up to 5 pictures: JPEG, PNG, GIF or WebP, up to 10MB each. They take the place of all present ones."
              isOptional
              chosen={images}
            />
          </Card>
          <FormOutcome outcome={edit.outcome} />
          <div className={classNames(styles.actions, styles.saveBar)}>
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
