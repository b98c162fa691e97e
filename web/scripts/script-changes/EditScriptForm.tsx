import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useController } from 'react-hook-form'

import { fileMessages, splitTags, type EditForm } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { useConflict } from '#web/app/use-conflict.ts'
import { scriptQuery, invalidateScriptLists } from '#web/scripts/script-page/script-detail.data.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { TagField } from '#web/ui/TagField.tsx'
import { ApiError, callWith } from '#web/app/call.ts'
import { showToast, type ToastContent } from '#web/ui/toast.ts'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'

import { CurrentFile } from './ArchiveField.tsx'
import { FoundNote } from './ArchiveNotes.tsx'
import { ImagesField } from './ImagesField.tsx'
import { NewVersionFields } from './NewVersionFields.tsx'
import { versionFuture } from './script-changes.texts.ts'
import { ArchiveFields, EditorSection, ScriptEditor, useScriptEntries } from './ScriptEditor.tsx'
import { useDraft } from './use-draft.ts'
import {
  changedFields,
  expectedOf,
  scriptFields,
  scriptFormValues,
  settleNumber,
  useScriptForm,
  type ScriptForm,
} from './use-script-form.ts'
import { sentImages, useStoredContents } from './chosen-files.ts'
import type { ScriptEntries } from './ScriptEditor.tsx'
import { useScriptUpload } from './use-script-upload.ts'

const versionToastMs = 10_000

export function EditScriptForm({ script: opened, isModeration }: { script: Script; isModeration: boolean }) {
  const queryClient = useQueryClient()
  const form = useScriptForm(opened)
  const {
    base: script,
    conflict,
    readAfterConflict,
  } = useConflict(form, {
    opened,
    fields: scriptFields,
    toValues: scriptFormValues,
    read: async () =>
      (await queryClient.fetchQuery({ ...scriptQuery(opened.id), staleTime: 0 })) ?? undefined,
  })
  const entries = useScriptEntries(form, script.images)
  const { images, archive, contents } = entries
  const stored = useStoredContents(script.versionId, script.fileName)
  // A draft of an earlier state of the script could undo a change made since.
  useDraft(form, `edit ${script.id} ${script.updatedAt}`)
  const { save, upload, ...sending } = useEditScript(script, entries, readAfterConflict)
  const { files, imageOrder } = sentImages(images.items)
  const hasFiles = archive.file !== undefined || files.length > 0

  function checkFiles(): boolean {
    const areAllRemoved = images.items.length > 0 && images.kept.length === 0
    images.showProblem(areAllRemoved ? fileMessages.imageRequired : undefined)
    return !areAllRemoved
  }
  return (
    <ScriptEditor
      mode="edit"
      isFilled={form.formState.isDirty || hasFiles || imageOrder.join() !== script.images.join()}
      {...{ entries, checkFiles, conflict, ...sending }}
      onSend={async (values) => {
        if (archive.file && contents === undefined) await settleNumber(form, archive.file, script.version)
        await save({ ...values, version: form.getValues('version').trim() })
      }}
      upload={hasFiles ? upload : undefined}
      currentCategory={script.category}
      tagsField={<EditTagsField form={form} />}
      notice={
        isModeration && (
          <Alert tone="warn" title={`This script belongs to ${script.author}`}>
            Your changes are recorded under your name, with the reason moderation.
          </Alert>
        )
      }
      fileSections={
        <>
          <EditorSection title="Script file">
            <CurrentFile script={script} isReplaced={archive.file !== undefined} />
            {stored && !archive.file && <FoundNote isStored form={form} contents={stored} />}
            <ArchiveFields
              label="New script file"
              hint="A .zip, .rar or .7z archive, up to 1000MB. It becomes a new version; published ones stay available."
              isOptional
              entries={entries}
              scriptId={script.id}
            >
              {archive.file && (
                <NewVersionFields
                  key={`${archive.file.name} ${archive.file.lastModified}`}
                  {...{ form, script, conflict }}
                  resources={contents && contents.resources}
                />
              )}
            </ArchiveFields>
          </EditorSection>
          <EditorSection title="Images">
            <ImagesField
              hint="Up to 5 pictures: JPEG, PNG, GIF or WebP, up to 10MB each. New ones are added to the others. The first one is the cover."
              images={images}
            />
          </EditorSection>
        </>
      }
      cancelLink={
        <Link to="/scripts/$id" params={{ id: String(script.id) }} className={buttonClass({ size: 'lg' })}>
          Cancel
        </Link>
      }
    />
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

const isVersionWaiting = ({ fields }: ApiError) => fields['scriptFile'] === fileMessages.versionWaits

/** Sends the changed fields of the edit form, then opens the script's page. */
function useEditScript(
  /** The version that the user has seen: the server rejects a change of fields that differ from it. */
  base: Script,
  entries: ScriptEntries,
  readAfterConflict: (error: unknown) => Promise<void>,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { id } = base
  const { archive, images } = entries
  const failed = 'Failed to update script'
  const { send, upload, outcome, setOutcome, onCancelUpload, discardArchive } = useScriptUpload(entries, {
    cancelled: 'The script is as it was.',
    failed: (text) => (text ? failed : `${failed}. Please try again.`),
    onError: async (error, showError) => {
      // Before the error is shown: a reload finds the draft of the stored state only.
      await readAfterConflict(error)
      // Without a response the server may or may not have consumed the uploaded archive.
      if (error instanceof ApiError && error.code === 'network') discardArchive()
      showError(error)
      if (error instanceof ApiError && error.status === 409 && !isVersionWaiting(error)) showConflict()
    },
  })

  async function save(values: EditForm): Promise<void> {
    const { files: added, removed, imageOrder } = sentImages(images.items)
    const files = { hasArchive: archive.file !== undefined, hasImages: added.length > 0 }
    const fields = changedFields(base, values, splitTags(values.tags), removed, imageOrder, files.hasArchive)
    if (Object.keys(fields).length === 0 && !files.hasArchive && !files.hasImages)
      return setOutcome({ tone: 'info', title: 'No changes detected' })
    const expected = JSON.stringify(expectedOf(base, fields, files))
    const saved = await send(
      { fields: { ...fields, expected }, archive: archive.file, images: added },
      (transport, body, signal) =>
        callWith(transport, 'PUT /api/scripts/:id', { params: { id }, form: body, signal }),
    )
    if (!saved) return undefined
    queryClient.setQueryData(scriptQuery(id).queryKey, saved)
    invalidateScriptLists(queryClient)
    void queryClient.invalidateQueries({ queryKey: ['versions'] })
    // The router caches the script's page under its previous title.
    router.clearCache()
    await navigate({ to: '/scripts/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })
    return showToast(successOf(saved, values))
  }

  function successOf(saved: Script, { version }: EditForm): ToastContent {
    if (!archive.file) return { type: 'success', title: 'Script updated', message: saved.name }
    const number = version || saved.version
    // A version that waits is not the current one.
    const isWaiting = saved.isInReview === true || saved.versionId === base.versionId
    return {
      type: 'success',
      title: 'Script updated',
      message: versionFuture(number, { isHidden: saved.removal !== undefined }, !isWaiting),
      durationMs: versionToastMs,
      action: {
        label: 'All versions',
        run: () => void router.navigate({ href: versionsPath(id) }),
      },
    }
  }

  function showConflict() {
    discardArchive()
    setOutcome({
      tone: 'danger',
      title: 'This script has changed since you opened it',
      text: 'It was edited in another tab or by someone else. Your changes are still here: use the stored values, or save again to replace them.',
    })
  }
  return { save, upload, outcome, onCancelUpload }
}
