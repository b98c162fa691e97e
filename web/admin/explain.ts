import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { CallFailure } from '#web/app/call.ts'

/** What the server says of a refusal; the fallback where it says nothing of use to anybody. */
export function explain(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailure)) return fallback
  return error.status >= 400 && error.status < 500 && error.code !== 'unknown' ? error.message : fallback
}

/** Puts the server's messages beside their fields, or what it says as a whole above the form. */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  fallback: string,
): void {
  const messages = error instanceof CallFailure ? error.fields : {}
  const atFault = fields.filter((field) => messages[field])
  for (const [index, field] of atFault.entries())
    setError(field, { message: messages[field] ?? '' }, { shouldFocus: index === 0 })
  if (atFault.length === 0) setError('root', { message: explain(error, fallback) })
}
