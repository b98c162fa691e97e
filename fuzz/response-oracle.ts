import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import type { Operation } from './operations.ts'
import { isSchema } from './schema-values.ts'

export type ApiResponse = { status: number; type: string; text: string; requestId: string | null }

/** Checks a response against the OpenAPI document. Returns what is wrong with it, or undefined. */
export type ResponseValidator = (operation: Operation, response: ApiResponse) => string | undefined

export function createResponseValidator(components: unknown): ResponseValidator {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const known = new Map<Operation, Map<number, ValidateFunction | undefined>>()

  function validatorOf(operation: Operation, status: number): ValidateFunction | undefined {
    const ofOperation = known.get(operation) ?? new Map<number, ValidateFunction | undefined>()
    known.set(operation, ofOperation)
    if (!ofOperation.has(status)) ofOperation.set(status, compile(operation, status))
    return ofOperation.get(status)
  }

  function compile({ responses }: Operation, status: number): ValidateFunction | undefined {
    const response = responses[status]
    const content = isSchema(response) && isSchema(response['content']) ? response['content'] : {}
    const media = content['application/json']
    if (!isSchema(media)) return undefined
    return ajv.compile({ allOf: [media['schema']], components })
  }

  return (operation, { status, type, text, requestId }) => {
    if (status >= 500) return `responds with ${status}`
    if (!requestId) return `responds with ${status} without a request id`
    if (!(status in operation.responses)) return `responds with ${status}, which is not documented`
    if (status === 204) return text === '' ? undefined : 'responds with 204 and a body'
    const validate = validatorOf(operation, status)
    if (!validate) return undefined
    if (!type.startsWith('application/json')) return `responds with ${status} as ${type || 'nothing'}`
    const body: unknown = JSON.parse(text)
    if (validate(body)) return undefined
    return `responds with ${status} against its schema: ${ajv.errorsText(validate.errors)}`
  }
}
