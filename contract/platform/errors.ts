import { z } from 'zod/mini'

import { WorkChallenge } from './proof-of-work.ts'

export const errorCodes = [
  'validation',
  'bad_request',
  'unauthenticated',
  'forbidden',
  'work_required',
  'banned',
  'inactive',
  'suspended',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'rate_limited',
  'internal',
  'unavailable',
] as const

/** Machine-readable; clients may branch on it. */
export type ErrorCode = (typeof errorCodes)[number]

export const statusOfCode: Record<ErrorCode, number> = {
  validation: 400,
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  work_required: 403,
  banned: 403,
  inactive: 403,
  suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
}

/** The body of every error response. `fields` has a message for each invalid input. */
export const ErrorReply = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  fields: z.optional(z.record(z.string(), z.string())),
  /** With the code `work_required`: a task to solve before the same call is repeated with its solution. */
  challenge: z.optional(WorkChallenge),
})
export type ErrorReply = z.output<typeof ErrorReply>
