import { CallFailure } from '#web/app/call.ts'

/** A link that was used, has expired or never was one: no second try with it can succeed. */
export function isDeadLink(error: unknown): boolean {
  return (
    error instanceof CallFailure &&
    (error.code === 'bad_request' || (error.code === 'validation' && 'token' in error.fields))
  )
}
