import { fileMessages } from '#contract/scripts/script-fields.ts'
import { invalid, type HttpError } from '#platform/errors.ts'

export function tooLargeArchive(): HttpError {
  return invalid({ scriptFile: fileMessages.fileTooLarge }, 'too_large')
}

export function longerThanAnnounced(length: number): HttpError {
  const message = `The upload is longer than its announced length of ${length} bytes`
  return invalid({ scriptFile: message }, 'too_large')
}
