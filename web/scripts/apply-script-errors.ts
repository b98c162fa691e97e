import { applyServerErrors } from '#web/app/form-errors.ts'

import type { ChosenArchive } from './use-chosen-archive.ts'
import type { ChosenImages } from './use-chosen-images.ts'
import type { ScriptForm } from './use-script-form.ts'

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
    images: ChosenImages
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
    fields: ['name', 'description', 'script_status', 'category', 'version', 'tags', 'changelog'],
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
