import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { CallFailure } from '#web/app/call.ts'

/** Puts the server's messages beside the fields they speak of, or what it says as a whole above the button. */
export function showFailure<Values extends FieldValues>(
  failure: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  fallback: string,
): void {
  if (!(failure instanceof CallFailure)) {
    setError('root', { message: 'An unexpected error occurred.' })
    return
  }
  const atFault = fields.filter((field) => failure.fields[field])
  for (const [index, field] of atFault.entries())
    setError(field, { message: failure.fields[field] ?? '' }, { shouldFocus: index === 0 })
  if (atFault.length === 0)
    setError('root', { message: failure.code === 'unknown' ? fallback : failure.message })
}
