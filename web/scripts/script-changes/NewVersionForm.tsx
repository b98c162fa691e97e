import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'

import { archiveProblem } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { callWith } from '#web/app/call.ts'
import { useSite } from '#web/app/use-site.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'
import { VersionStates } from '#web/scripts/versions/VersionStates.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'

import { CurrentFile } from './ArchiveField.tsx'
import { NewVersionFields } from './NewVersionFields.tsx'
import { versionFuture } from './script-changes.texts.ts'
import { ArchiveFields, EditorSection, useScriptEntries, type ScriptEntries } from './ScriptEditor.tsx'
import { useScriptUpload } from './use-script-upload.ts'
import { UploadForm } from './UploadForm.tsx'
import { useDraft } from './use-draft.ts'
import { settleNumber, useScriptForm } from './use-script-form.ts'

export function NewVersionForm({ script }: { script: Script }) {
  const { reviewMode } = useSite()
  const form = useScriptForm(script)
  const entries = useScriptEntries(form)
  const { archive, contents } = entries
  useDraft(form, `version ${script.id} ${script.versionId}`)
  const { send, ...upload } = useNewVersion(script, entries)
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
      {...upload}
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

function useNewVersion({ id, removal }: Script, entries: ScriptEntries) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { form, archive } = entries
  const failed = 'Failed to upload the version'
  const {
    send: sendForm,
    idempotent,
    upload,
    outcome,
    onCancelUpload,
  } = useScriptUpload(entries, {
    cancelled: 'No version was added.',
    failed: (text) => (text ? failed : `${failed}. Please try again.`),
  })

  async function send(): Promise<void> {
    const { version, changelog } = form.getValues()
    const texts = Object.entries({ number: version.trim(), changelog: changelog.trim() })
    const fields = Object.fromEntries(texts.filter(([, text]) => text !== ''))
    const added = await sendForm(
      { fields, archive: archive.file, images: [], headers: idempotent },
      (transport, body, signal) =>
        callWith(transport, 'POST /api/scripts/:id/versions', { params: { id }, form: body, signal }),
    )
    if (!added) return
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
  }
  return { send, upload, outcome, onCancelUpload }
}
