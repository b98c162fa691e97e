import { applyServerErrors } from '#web/app/form-errors.ts'

import type { ChosenArchive } from './use-chosen-archive.ts'
import { scriptFields } from './script-changes.ts'
import type { ScriptForm } from './use-script-form.ts'
import type { ScriptImages } from './use-script-images.ts'

/** Shows the server's messages at the fields of a script, files included. A rejected archive has to be uploaded again. */
export function applyScriptErrors(
  error: unknown,
  {
    form,
    archive,
    images,
    discardArchive,
    ...rest
  }: {
    form: ScriptForm
    archive: ChosenArchive
    images: ScriptImages
    discardArchive: () => void
    showMessage: (message: string) => void
  },
): void {
  const showArchiveError = (message: string) => {
    discardArchive()
    archive.showProblem(message)
  }
  applyServerErrors(error, {
    ...rest,
    setError: form.setError,
    texts: {
      fallback: '',
      unauthenticated: 'Your session had expired. Everything you entered is still here.',
    },
    fields: scriptFields,
    otherFields: {
      scriptFile: showArchiveError,
      fileKey: showArchiveError,
      fileSize: showArchiveError,
      fileName: showArchiveError,
      images: images.showProblem,
      removeImages: images.showProblem,
      imageOrder: images.showProblem,
    },
  })
}
