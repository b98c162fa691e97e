import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'

import { archiveProblem } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { callWith } from '#web/app/call.ts'
import { useSite } from '#web/app/use-site.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'
import { VersionStates } from '#web/scripts/versions/VersionStates.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { showToast } from '#web/ui/toast.ts'

import { CurrentFile } from './ArchiveField.tsx'
import { NewVersionFields } from './NewVersionFields.tsx'
import { textsOf } from './script-changes.ts'
import { versionFuture } from './script-changes.texts.ts'
import { ArchiveFields, EditorSection, useScriptEntries } from './ScriptEditor.tsx'
import { useUpload, useIdempotencyKey } from './upload-script.ts'
import { UploadForm, type Outcome } from './UploadForm.tsx'
import { useDraft } from './use-draft.ts'
import { applyScriptErrors, settleNumber, useScriptForm } from './use-script-form.ts'

export function NewVersionForm({ script }: { script: Script }) {
  const { reviewMode } = useSite()
  const form = useScriptForm(textsOf(script))
  const entries = useScriptEntries(form)
  const { archive, contents } = entries
  useDraft(form, `version ${script.id} ${script.versionId}`)
  const { send, upload, cancel, outcome } = useNewVersion(script, entries)
  const [isBusy, setIsBusy] = useState(false)

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // A rejected file is removed. Its message is more precise than one about a missing file.
    const problem = (archive.file ? undefined : archive.problem) ?? archiveProblem(archive.file)
    archive.showProblem(problem)
    // The other fields of the script are not sent.
    const areTextsValid = await form.trigger(['version', 'changelog'])
    if (!areTextsValid || problem !== undefined || isBusy) return
    setIsBusy(true)
    if (archive.file && contents === undefined) await settleNumber(form, archive.file, script.version)
    await send()
    setIsBusy(false)
  }
  return (
    <UploadForm
      mode="version"
      sentName={`${form.getValues('version').trim()} of ${script.name}`}
      isFilled={form.formState.isDirty || archive.file !== undefined}
      isBusy={isBusy}
      onSubmit={handleSubmit}
      {...{ upload, outcome }}
      onCancelUpload={cancel}
      notice={<VersionStates script={script} />}
      cancelLink={
        <Link to={versionsPath(script.id)} className={buttonClass({ size: 'lg' })}>
          Cancel
        </Link>
      }
    >
      <EditorSection title="Script file">
        <CurrentFile script={script} isReplaced={archive.file !== undefined} />
        <ArchiveFields
          label="New script file"
          hint={`A .zip, .rar or .7z archive, up to 1000MB.${reviewMode === 'off' ? '' : ' Only one version of a script can wait to be published.'}`}
          entries={entries}
          scriptId={script.id}
          fillsForm={false}
        >
          {archive.file && (
            <NewVersionFields
              key={`${archive.file.name} ${archive.file.lastModified}`}
              {...{ form, script }}
              resources={contents && contents.resources}
            />
          )}
        </ArchiveFields>
      </EditorSection>
    </UploadForm>
  )
}

/** Sends the version, then opens the list of versions. */
function useNewVersion(
  { id, removal }: Script,
  { form, archive, images }: ReturnType<typeof useScriptEntries>,
) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { state, start, cancel, discardArchive } = useUpload()
  const [outcome, setOutcome] = useState<Outcome>()
  const idempotency = useIdempotencyKey()

  async function send(): Promise<void> {
    setOutcome(undefined)
    const { version, changelog } = form.getValues()
    const texts = Object.entries({ number: version.trim(), changelog: changelog.trim() })
    const fields = Object.fromEntries(texts.filter(([, text]) => text !== ''))
    const headers = { 'idempotency-key': idempotency.key }
    try {
      const added = await start(
        { fields, archive: archive.file, images: [], headers },
        (transport, body, signal) =>
          callWith(transport, 'POST /api/scripts/:id/versions', { params: { id }, form: body, signal }),
      )
      if (!added) {
        setOutcome({ tone: 'info', title: 'Upload cancelled', text: 'No version was added.' })
        return
      }
      // A request that was sent before the version was added may not contain it.
      await queryClient.cancelQueries({ queryKey: ['versions'] })
      void queryClient.invalidateQueries({ queryKey: scriptQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['versions'] })
      invalidateScriptLists(queryClient)
      // The router caches the pages of the script under their previous titles.
      router.clearCache()
      await router.navigate({ href: versionsPath(id), replace: true, ignoreBlocker: true })
      await showToast({
        type: 'success',
        title: 'Version uploaded',
        message: versionFuture(
          added.number,
          { isHidden: removal !== undefined },
          added.isCurrent && added.state === 'published',
        ),
      })
    } catch (error) {
      idempotency.renewAfter(error)
      const title = 'Failed to upload the version'
      applyScriptErrors(error, {
        form,
        archive,
        images,
        discardArchive,
        showMessage: (text) =>
          setOutcome({ tone: 'danger', title: text ? title : `${title}. Please try again.`, text }),
      })
    }
  }
  return { send, cancel, upload: state, outcome }
}
