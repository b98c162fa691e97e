import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { ApiError } from './call.ts'
import { errorMessage } from './error-messages.ts'
import type { ErrorTexts } from './error-messages.ts'

/** Shows the server's messages at their fields and focuses the first; without one, a message for the whole form. */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  {
    setError,
    fields,
    otherFields = {},
    texts,
    showMessage = (message) => setError('root', { message }),
  }: {
    setError: UseFormSetError<Values>
    fields: readonly FieldPath<Values>[]
    /** Fields of the request that the form does not register, such as files. */
    otherFields?: Record<string, (message: string) => void>
    texts: string | ErrorTexts
    showMessage?: (message: string) => void
  },
): void {
  const messages = new Map(error instanceof ApiError ? Object.entries(error.fields) : [])
  const invalid = fields.filter((field) => messages.has(field))
  for (const [index, field] of invalid.entries())
    setError(field, { message: messages.get(field) ?? '' }, { shouldFocus: index === 0 })
  const invalidOthers = Object.entries(otherFields).filter(([field]) => messages.has(field))
  for (const [field, show] of invalidOthers) show(messages.get(field) ?? '')
  if (invalid.length + invalidOthers.length === 0) showMessage(errorMessage(error, texts))
}
