import type { Endpoint } from '#contract/platform/endpoint.ts'
import { errorCodes, statusOfCode, type ErrorCode, type ErrorReply } from '#contract/platform/errors.ts'

/** The meaning of each code, and an example of a response with it. */
const errors: Record<ErrorCode, { meaning: string; example: Omit<ErrorReply, 'code'> }> = {
  validation: {
    meaning: 'A field is not valid. `fields` has a message for each field.',
    example: {
      error: 'Script name must be at least 3 characters',
      fields: { name: 'Script name must be at least 3 characters' },
    },
  },
  bad_request: {
    meaning: 'The server cannot read the request.',
    example: { error: 'The request is not valid' },
  },
  unauthenticated: {
    meaning: 'The token is missing, invalid or expired.',
    example: { error: 'Not authenticated' },
  },
  forbidden: {
    meaning: 'The user lacks a permission or the authority for this call.',
    example: { error: 'You need permission to upload scripts' },
  },
  work_required: {
    meaning: 'The browser has to solve `challenge` first. The call is repeated with its solution.',
    example: {
      error: 'Several accounts were created from your network. Your browser has to solve a short task first.',
    },
  },
  banned: { meaning: 'The user is banned.', example: { error: 'Account suspended' } },
  inactive: { meaning: 'The account is inactive.', example: { error: 'Account inactive' } },
  suspended: { meaning: 'The account is suspended.', example: { error: 'Account suspended' } },
  not_found: {
    meaning: 'The object does not exist, or the user cannot see it.',
    example: { error: 'Script not found' },
  },
  method_not_allowed: {
    meaning: 'The URL does not support this method.',
    example: { error: 'This method is not allowed here' },
  },
  conflict: {
    meaning: 'The request conflicts with the current state. `fields` names the fields, if there are any.',
    example: { error: 'Username is already taken', fields: { username: 'Username is already taken' } },
  },
  too_large: {
    meaning: 'The request, or one of its files, is too large.',
    example: {
      error: 'File size must be less than 1000MB',
      fields: { scriptFile: 'File size must be less than 1000MB' },
    },
  },
  unsupported_media_type: {
    meaning: 'The call does not take this content type.',
    example: { error: 'This content type is not supported' },
  },
  range_not_satisfiable: {
    meaning: 'The range lies outside of the file. The response has no body.',
    example: { error: 'The range is not satisfiable' },
  },
  rate_limited: {
    meaning: 'Too many requests. `Retry-After` is the time to wait in seconds.',
    example: { error: 'Too many requests. Please try again in 2 minutes.' },
  },
  internal: {
    meaning: 'An error of the server. Please report it with the value of `x-request-id`.',
    example: { error: 'Something went wrong on our side. Please try again.' },
  },
  unavailable: {
    meaning:
      'The server is overloaded, restarting or without its database. `Retry-After` says when to repeat the request.',
    example: { error: 'The site is busy. Please try again in a moment.' },
  },
}

/** Builds the error responses of calls. Calls with the same codes share a component. */
export function createErrorResponses() {
  const responses: Json = {}
  const examples: Json = {}

  function respondWith(codes: readonly ErrorCode[]): Json {
    const byStatus = Map.groupBy(codes, (code) => statusOfCode[code])
    return Object.fromEntries([...byStatus].map(([status, group]) => [status, refer(status, group)]))
  }

  function refer(status: number, codes: ErrorCode[]): Json {
    const name = codes.map(inPascalCase).join('Or')
    responses[name] ??= describe(status, codes)
    if (status !== 416) for (const code of codes) examples[code] = exampleOf(code)
    return { $ref: `#/components/responses/${name}` }
  }

  return { responses, examples, respondWith }
}

function exampleOf(code: ErrorCode): Json {
  return { value: { ...errors[code].example, code } }
}

function describe(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n\n'),
    ...((status === 429 || status === 503) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    }),
    ...(status !== 416 && {
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorReply' },
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    }),
  }
}

/** The errors that the access, the path and the inputs of a call imply, and those that it names itself. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  return errorCodes.filter((code) => canRespondWith(endpoint, code))
}

function canRespondWith(endpoint: Endpoint, code: ErrorCode): boolean {
  const { access, body, query, params, files, errors: ownErrors = [] } = endpoint
  if (ownErrors.includes(code)) return true
  switch (code) {
    case 'validation':
      return body !== undefined || query !== undefined
    case 'unsupported_media_type':
    case 'too_large':
      return body !== undefined || files !== undefined
    case 'unauthenticated':
    case 'inactive':
    case 'suspended':
      return access !== 'anyone'
    case 'banned':
      return access !== 'anyone' && !endpoint.allowBanned
    case 'forbidden':
      return access !== 'anyone' && access !== 'signed-in'
    case 'not_found':
      return params !== undefined
    case 'conflict':
      return endpoint.takesIdempotencyKey === true
    case 'method_not_allowed':
    case 'range_not_satisfiable':
      return false
    default:
      return true
  }
}

function inPascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
