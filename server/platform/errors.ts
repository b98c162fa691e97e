import { statusOfCode, type ErrorCode } from '#contract/platform/errors.ts'
import type { WorkChallenge } from '#contract/platform/proof-of-work.ts'

export type FieldMessages = Record<string, string>

/** An error for the client. Anything else that is thrown is a bug and becomes 500. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldMessages | undefined
  /** Seconds until the same call may succeed, sent as Retry-After. */
  readonly retryAfter: number | undefined
  /** Milliseconds by which the response is delayed, against clients that retry at once. */
  readonly delayMs: number
  readonly challenge: WorkChallenge | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldMessages; retryAfter?: number; delayMs?: number; challenge?: WorkChallenge } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.delayMs = more.delayMs ?? 0
    this.challenge = more.challenge
  }

  get status(): number {
    return statusOfCode[this.code]
  }
}

/** The first message is the one of the error: a client without a form shows only that. */
export function invalid(
  fields: FieldMessages,
  code: 'validation' | 'conflict' | 'too_large' = 'validation',
): HttpError {
  return new HttpError(code, Object.values(fields)[0] ?? 'The request is not valid', { fields })
}

export const badRequest = (message: string) => new HttpError('bad_request', message)
export const signInNeeded = (message = 'Not authenticated') => new HttpError('unauthenticated', message)
export const forbidden = (message: string) => new HttpError('forbidden', message)
export const notFound = (message: string) => new HttpError('not_found', message)
export const workRequired = (message: string, challenge: WorkChallenge) =>
  new HttpError('work_required', message, { challenge })
export const conflict = (message: string) => new HttpError('conflict', message)
export const tooLarge = (message: string) => new HttpError('too_large', message)
/** The message states the time, because browsers do not show Retry-After. */
export const tooMany = (reason: string, retryAfter: number) =>
  new HttpError('rate_limited', `${reason} Please try again in ${describeWait(retryAfter)}.`, { retryAfter })
export const unavailable = (message: string, retryAfter = 1, delayMs = 0) =>
  new HttpError('unavailable', message, { retryAfter, delayMs })

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
