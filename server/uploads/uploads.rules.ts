import { fileMessages } from '#contract/script-fields.ts'
import { invalid, type Failure } from '#platform/failures.ts'

export function tooLargeArchive(): Failure {
  return invalid({ scriptFile: fileMessages.fileTooLarge }, 'too_large')
}
