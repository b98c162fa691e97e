import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { fileMessages, imagesProblem } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'

import { ArchiveField } from './ArchiveField.tsx'
import { EditTagsField } from './EditTagsField.tsx'
import { FormOutcome } from './FormOutcome.tsx'
import { ImagesField } from './ImagesField.tsx'
import { PresentFile } from './PresentFile.tsx'
import { PresentImages } from './PresentImages.tsx'
import { textsOf } from './script-changes.ts'
import styles from './ScriptForm.module.css'
import { ScriptTextFields } from './ScriptTextFields.tsx'
import { UnsentGuard } from './UnsentGuard.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useChosenArchive } from './use-chosen-archive.ts'
import { useChosenImages } from './use-chosen-images.ts'
import { useDraft } from './use-draft.ts'
import { useEdit } from './use-edit.ts'
import { useFirstInvalid } from './use-first-invalid.ts'
import { useScriptForm } from './use-script-form.ts'

export function EditScriptForm({ script, isModeration }: { script: Script; isModeration: boolean }) {
  const form = useScriptForm(textsOf(script))
  // Of this very state of the script: what was written about another one could undo somebody's change.
  useDraft(form, `edit ${script.id} ${script.updatedAt}`)
  const images = useChosenImages()
  const archive = useChosenArchive()
  const [removedImages, setRemovedImages] = useState<readonly string[]>([])
  const element = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(element)
  const edit = useEdit({ script, form, archive, images, removedImages })
  const hasFiles = archive.file !== undefined || images.images.length > 0
  const isUploading = edit.progress !== undefined && hasFiles

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
      <UnsentGuard
        isFilled={form.formState.isDirty || hasFiles || removedImages.length > 0}
        isSending={isUploading}
      />
      {isUploading && edit.progress && (
        <UploadPanel
          name={`Saving ${form.getValues('name').trim()}`}
          progress={edit.progress}
          finishing="Checking and saving"
          onCancel={edit.cancel}
        />
      )}
      <div className={styles.single} hidden={isUploading}>
        {isModeration && (
          <Notice tone="warn" title={`This script belongs to ${script.author}`}>
            Your changes are recorded under your name, with the reason moderation.
          </Notice>
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
              tagsField={<EditTagsField form={form} />}
            />
          </Card>
          <Card as="section" padding="lg" className={styles.section}>
            <h2>Script file</h2>
            <PresentFile script={script} isReplaced={archive.file !== undefined} />
            <ArchiveField
              label="New script file"
              hint="A .zip, .rar or .7z archive, up to 1000MB. It takes the place of the present one."
              isOptional
              chosen={archive}
            />
          </Card>
          <Card as="section" padding="lg" className={styles.section}>
            <h2>Images</h2>
            <PresentImages
              images={script.images}
              removed={removedImages}
              areReplaced={images.images.length > 0}
              onChange={(removed) => {
                setRemovedImages(removed)
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
          <div className={styles.actions}>
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
