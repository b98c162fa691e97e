import { ApiError } from '#web/app/call.ts'

/** True for a used, expired or invalid link, with which a second try cannot succeed. */
export function isExpiredLink(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'bad_request' || (error.code === 'validation' && 'token' in error.fields))
  )
}
