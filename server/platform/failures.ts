import { statusOfCode, type ErrorCode } from '#contract/errors.ts'

export type FieldMessages = Record<string, string>

/** A refusal the caller can understand. Anything else that is thrown is a bug and answers 500. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly fields: FieldMessages | undefined
  /** Seconds until the same call may succeed; answered as Retry-After. */
  readonly retryAfter: number | undefined
  /** Milliseconds that the answer waits, so that whoever asks again as soon as refused asks less often. */
  readonly heldFor: number

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldMessages; retryAfter?: number; heldFor?: number } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.heldFor = more.heldFor ?? 0
  }

  get status(): number {
    return statusOfCode[this.code]
  }
}

/** The first message speaks for all of them: a client without a form shows it alone. */
export function invalid(
  fields: FieldMessages,
  code: 'validation' | 'conflict' | 'too_large' = 'validation',
): Failure {
  return new Failure(code, Object.values(fields)[0] ?? 'The request is not valid', { fields })
}

export const badRequest = (message: string) => new Failure('bad_request', message)
export const signInNeeded = (message = 'Not authenticated') => new Failure('unauthenticated', message)
export const forbidden = (message: string) => new Failure('forbidden', message)
export const notFound = (message: string) => new Failure('not_found', message)
export const conflict = (message: string) => new Failure('conflict', message)
export const tooLarge = (message: string) => new Failure('too_large', message)
export const tooMany = (message: string, retryAfter: number) =>
  new Failure('rate_limited', message, { retryAfter })
export const unavailable = (message: string, retryAfter = 1, heldFor = 0) =>
  new Failure('unavailable', message, { retryAfter, heldFor })
