import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useController } from 'react-hook-form'

import { fileMessages, splitTags } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { useConflict } from '#web/app/use-conflict.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { TagField } from '#web/ui/TagField.tsx'

import { CurrentFile } from './ArchiveField.tsx'
import { ImagesField } from './ImagesField.tsx'
import { NewVersionFields } from './NewVersionFields.tsx'
import { scriptFields, textsOf } from './script-changes.ts'
import { ArchiveFields, EditorSection, ScriptEditor, useScriptEntries } from './ScriptEditor.tsx'
import { useDraft } from './use-draft.ts'
import { useEditScript } from './use-edit-script.ts'
import { scriptFormValues, useScriptForm, type ScriptForm } from './use-script-form.ts'
import { sentImages } from './chosen-files.ts'

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
  const entries = useScriptEntries(form, script.images)
  const { images, archive, contents } = entries
  // A draft of an earlier state of the script could undo a change made since.
  useDraft(form, `edit ${script.id} ${script.updatedAt}`)
  const { save, upload, cancel, outcome } = useEditScript({ base: script, readAfterConflict, ...entries })
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
      {...{ entries, checkFiles, outcome, conflict }}
      onSend={save}
      upload={hasFiles ? upload : undefined}
      onCancelUpload={cancel}
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
            <ArchiveFields
              label="New script file"
              hint="A .zip, .rar or .7z archive, up to 1000MB. It becomes a new version; earlier ones stay available."
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
