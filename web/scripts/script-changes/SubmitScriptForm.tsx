import { useRef } from 'react'
import type { FormEvent } from 'react'
import { FileArchive, Image, Scale, Zap } from 'lucide-react'

import { archiveProblem, fileMessages, splitTags } from '#contract/scripts/script-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useSite } from '#web/app/use-site.ts'

import { ArchiveField } from './ArchiveField.tsx'
import { ArchiveNotes } from './ArchiveNotes.tsx'
import { ArchiveRules } from './ArchiveRules.tsx'
import { FormOutcome } from './FormOutcome.tsx'
import { ImagesField } from './ImagesField.tsx'
import styles from './ScriptForm.module.css'
import { OwnerField } from './OwnerField.tsx'
import { ScriptDetailFields } from './ScriptDetailFields.tsx'
import { ScriptTextFields } from './ScriptTextFields.tsx'
import { SubmitSuccess } from './SubmitSuccess.tsx'
import { UnsentScriptGuard } from './UnsentScriptGuard.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useChosenArchive, useZip } from './use-chosen-archive.ts'
import { useDraft } from './use-draft.ts'
import { useFirstInvalid, useScriptForm } from './use-script-form.ts'
import { useScriptImages } from './use-script-images.ts'
import { useSubmitScript } from './use-submit-script.ts'
import type { ScriptForm } from './use-script-form.ts'
import { availability } from './script-changes.texts.ts'

const points = [
  { icon: <Scale />, text: 'Share only what you made yourself or have the right to pass on.' },
  {
    icon: <FileArchive />,
    text: 'Put everything into one archive, with a readme on how to install it.',
  },
  { icon: <Image />, text: 'Wide screenshots look best. The first image is the cover in every list.' },
]

export function SubmitScriptForm() {
  const form = useScriptForm({})
  const images = useScriptImages()
  const archive = useChosenArchive()
  const contents = useZip(archive.file)
  const element = useRef<HTMLFormElement>(null)
  const focusFirstInvalid = useFirstInvalid(element)
  const submission = useSubmitScript({ form, archive, images })
  const { upload } = submission
  useDraft(form, 'submit', submission.published !== undefined)

  async function send(event: FormEvent) {
    // A rejected file is removed. Its message is more precise than one about a missing file.
    const archiveIssue = (archive.file ? undefined : archive.problem) ?? archiveProblem(archive.file)
    const imagesIssue = images.kept.length > 0 ? undefined : (images.problem ?? fileMessages.imageRequired)
    archive.showProblem(archiveIssue)
    images.showProblem(imagesIssue)
    await form.handleSubmit(async (values) => {
      if ((archiveIssue ?? imagesIssue) === undefined) await submission.submit(values)
    })(event)
    focusFirstInvalid()
  }

  if (submission.published) return <SubmitSuccess script={submission.published} />
  const isFilled = form.formState.isDirty || archive.file !== undefined || images.items.length > 0
  return (
    <>
      <UnsentScriptGuard isFilled={isFilled} isUploading={upload !== undefined} />
      {upload && (
        <UploadPanel
          name={`Submitting ${form.getValues('name').trim()}`}
          state={upload}
          processingLabel="Checking and publishing"
          onCancel={submission.cancel}
        />
      )}
      <div className={`${styles.layout} grid gap-8 top pb-16`} hidden={upload !== undefined}>
        <form
          ref={element}
          noValidate
          className={`${styles.form} grid gap-5 min-0`}
          aria-label="Submit Script"
          onSubmit={(event) => void send(event)}
        >
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>About the script</h2>
            <ScriptTextFields form={form} tagsField={<SubmitTagsField form={form} />} />
          </Card>
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>Files</h2>
            <ArchiveField
              label="Script file"
              hint="A .zip, .rar or .7z archive, up to 1000MB."
              chosen={archive}
            />
            <ArchiveNotes file={archive.file} contents={contents} form={form} scriptId={null} />
            <ArchiveRules />
            <ImagesField
              hint="1 to 5 pictures: JPEG, PNG, GIF or WebP, up to 10MB each. You can also paste them. The first one is the cover."
              images={images}
            />
          </Card>
          <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
            <h2>Documentation and links</h2>
            <ScriptDetailFields form={form} images={images.kept.map(({ url }) => url)} />
          </Card>
          <OwnerField form={form} />
          <FormOutcome outcome={submission.outcome} />
          <div className={`${styles.actions} flex wrap gap-3`}>
            <Button
              type="submit"
              variant="cta"
              size="lg"
              isBusy={form.formState.isSubmitting}
              busyText="Submitting..."
            >
              Submit Script
            </Button>
          </div>
        </form>
        <SubmitGuidelines />
      </div>
    </>
  )
}

/** Comma-separated tags with a preview. */
function SubmitTagsField({ form: { register, clearErrors, formState, watch } }: { form: ScriptForm }) {
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

function SubmitGuidelines() {
  const { reviewMode } = useSite()
  const published = `Your script is ${availability[reviewMode]}. You can edit it at any time.`
  return (
    <Card as="aside" padding="md" className={`sticky-aside ${styles.aside}`} aria-label="Before you submit">
      <details open={!matchMedia('(max-width: 960px)').matches}>
        <summary className="pointer">
          <h2>Before you submit</h2>
        </summary>
        <ul className={`${styles.points} grid gap-4 muted text-sm`}>
          {[...points, { icon: <Zap />, text: published }].map(({ icon, text }) => (
            <li key={text}>
              {icon}
              {text}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
