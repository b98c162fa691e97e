import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, FileArchive, Image, Scale, Zap } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { archiveProblem, fileMessages, splitTags, type EditForm } from '#contract/scripts/script-fields.ts'
import { useSession } from '#web/app/session.ts'
import { useReviewMode } from '#web/app/use-review-mode.ts'
import { ownTeamsQuery } from '#web/scripts/teams/teams.data.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { Script } from '#contract/scripts/scripts.ts'
import { callWith } from '#web/app/call.ts'
import { invalidateScriptLists } from '#web/scripts/script-page/script-detail.data.ts'

import { ImagesField } from './ImagesField.tsx'
import styles from './ScriptForm.module.css'
import { ArchiveFields, EditorSection, ScriptEditor, useScriptEntries } from './ScriptEditor.tsx'
import { availability } from './script-changes.texts.ts'
import successStyles from './SubmitScriptForm.module.css'
import { useDraft } from './use-draft.ts'
import { useScriptForm, type ScriptForm } from './use-script-form.ts'
import type { ScriptEntries } from './ScriptEditor.tsx'
import { sentImages } from './chosen-files.ts'
import { useScriptUpload } from './use-script-upload.ts'

const points = [
  { icon: <Scale />, text: 'Share only what you made yourself or have the right to pass on.' },
  {
    icon: <FileArchive />,
    text: 'Put everything into one archive, with a readme on how to install it.',
  },
  { icon: <Image />, text: 'Wide screenshots look best. The first image is the cover in every list.' },
]

const redirectMs = 3000

export function SubmitScriptForm() {
  const form = useScriptForm()
  const entries = useScriptEntries(form)
  const { images, archive } = entries
  const { submit, published, ...upload } = useSubmitScript(entries)
  useDraft(form, 'submit', published !== undefined)

  function checkFiles(): boolean {
    // A rejected file is removed. Its message is more precise than one about a missing file.
    const archiveIssue = (archive.file ? undefined : archive.problem) ?? archiveProblem(archive.file)
    const imagesIssue = images.kept.length > 0 ? undefined : (images.problem ?? fileMessages.imageRequired)
    archive.showProblem(archiveIssue)
    images.showProblem(imagesIssue)
    return (archiveIssue ?? imagesIssue) === undefined
  }

  if (published) return <SubmitSuccess script={published} />
  return (
    <ScriptEditor
      mode="submit"
      isFilled={form.formState.isDirty || archive.file !== undefined || images.items.length > 0}
      {...{ entries, checkFiles, ...upload }}
      onSend={submit}
      tagsField={<SubmitTagsField form={form} />}
      fileSections={
        <EditorSection title="Files">
          <ArchiveFields
            label="Script file"
            hint="A .zip, .rar or .7z archive, up to 1000MB."
            entries={entries}
            scriptId={null}
          />
          <ImagesField
            hint="1 to 5 pictures: JPEG, PNG, GIF or WebP, up to 10MB each. You can also paste them. The first one is the cover."
            images={images}
          />
        </EditorSection>
      }
      ownerField={<OwnerField form={form} />}
      aside={<SubmitGuidelines />}
    />
  )
}

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
        <ul className="flex wrap gap-6px" aria-label="Preview">
          {tags.map((tag) => (
            <li key={tag} className="max-full">
              <Tag label={tag} size="md" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SubmitGuidelines() {
  const reviewMode = useReviewMode()
  const published = `Your script is ${availability[reviewMode]}. You can edit it at any time.`
  return (
    <Card as="aside" padding="md" className={`sticky-aside ${styles.aside}`} aria-label="Before you submit">
      <details open={!matchMedia('(max-width: 960px)').matches}>
        <summary className="pointer">
          <h2>Before you submit</h2>
        </summary>
        <ul className={`${styles.points} grid gap-4 mt-4 muted text-sm`}>
          {[...points, { icon: <Zap />, text: published }].map(({ icon, text }) => (
            <li key={text} className="grid cols-auto-fill leading">
              {icon}
              {text}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}

/** For members who may submit scripts for a team. A rejected team, as of an old draft, stays visible. */
function OwnerField({ form }: { form: ScriptForm }) {
  const session = useSession()
  const { data } = useQuery({ ...ownTeamsQuery(session?.user.id ?? 0), enabled: session !== undefined })
  const teams = data?.teams.filter(({ role }) => role !== 'contributor') ?? []
  const error = form.formState.errors.teamId?.message
  if (!session || (teams.length === 0 && error === undefined)) return null
  const options = [
    { value: '', label: `${session.user.username} (you)` },
    ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <EditorSection title="Owner">
      <Select
        // Its options are known later than the value of a draft.
        key={options.map(({ value }) => value).join()}
        {...form.register('teamId', { onChange: () => form.clearErrors('teamId') })}
        label="Owner"
        options={options}
        error={error}
        hint="A team shows its own name as the author. Its members work on the script in their roles."
      />
    </EditorSection>
  )
}

function useSubmitScript(entries: ScriptEntries) {
  const queryClient = useQueryClient()
  const { archive, images } = entries
  const [published, setPublished] = useState<Script>()
  const { send, idempotent, upload, outcome, onCancelUpload } = useScriptUpload(entries, {
    cancelled: 'Nothing was published.',
    failed: () => 'Failed to submit script. Please try again.',
  })

  async function submit({ tags, ...texts }: EditForm): Promise<void> {
    const fields = {
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
      tags: JSON.stringify(splitTags(tags)),
    }
    const script = await send(
      { fields, archive: archive.file, images: sentImages(images.items).files, headers: idempotent },
      (transport, body, signal) => callWith(transport, 'POST /api/scripts', { form: body, signal }),
    )
    if (!script) return
    invalidateScriptLists(queryClient)
    setPublished(script)
  }
  return { submit, published, upload, outcome, onCancelUpload }
}

/** Opens the page of the script after three seconds. */
function SubmitSuccess({ script: { id, name, isInReview } }: { script: Script }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const reviewMode = useReviewMode()
  useEffect(() => {
    heading.current?.focus()
    const handle = setTimeout(
      () => void navigate({ to: '/scripts/$id', params: { id: String(id) }, replace: true }),
      redirectMs,
    )
    return () => clearTimeout(handle)
  }, [id, navigate])
  return (
    <Card
      as="section"
      padding="lg"
      className={`${successStyles.card} grid items-center gap-3 mb-16 clip text-center`}
      aria-labelledby="submitted"
    >
      <span className={`grid ${successStyles.icon} success`}>
        <CircleCheck />
      </span>
      <h2 id="submitted" ref={heading} tabIndex={-1}>
        Script submitted successfully!
      </h2>
      <p className={`${successStyles.text} mb-3 muted break`}>
        <strong>{name}</strong> {`is ${availability[reviewMode]}.`}
        {isInReview && ' Until then, only you and moderators can see it.'} Its page opens in 3 seconds.
      </p>
      <Link to="/scripts/$id" params={{ id: String(id) }} replace className={buttonClass({ variant: 'cta' })}>
        View Script
      </Link>
      <span className={`absolute ${successStyles.countdown}`} aria-hidden="true" />
    </Card>
  )
}
