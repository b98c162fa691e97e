import { z } from 'zod/mini'

import { api } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { errorCodes, ErrorReply, statusOfCode, type ErrorCode } from '#contract/errors.ts'
import { version } from '#platform/version.ts'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document, made of the very schemas that validate the calls. */
export function describeApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeCall(feature, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scripthaven',
      version,
      description:
        'JSON in and out unless a call takes multipart/form-data. Times are ISO 8601 in UTC, ids are integers. ' +
        'Authentication: a bearer token from login or register.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(ErrorReply, 'output') },
    },
  }
}

function describeCall(feature: string, name: string, endpoint: Endpoint): Json {
  const { access, summary, status = 200 } = endpoint
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary,
    description: `${accessInWords(access)}${endpoint.evenBanned ? ' A banned person may call it too.' : ''}`,
    'x-access': access,
    ...(access !== 'anyone' && { security: [{ token: [] }] }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(requestBodyOf(endpoint) && { requestBody: requestBodyOf(endpoint) }),
    responses: { [status]: replyOf(endpoint), ...refusalsOf(endpoint) },
  }
}

export function accessInWords(access: Access): string {
  if (access === 'anyone') return 'Anyone may call it.'
  if (access === 'signed-in') return 'Needs a signed-in user.'
  return `Needs the permission ${typeof access === 'string' ? access : access.join(' or ')}.`
}

function parametersOf(schema: Endpoint['params'], place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required } = objectSchema(jsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

function requestBodyOf({ body, files }: Endpoint): Json | undefined {
  if (!body) return undefined
  const schema = jsonSchema(body, 'input')
  if (!files) return { required: true, content: { 'application/json': { schema } } }
  const { properties, required } = objectSchema(schema)
  const parts = Object.entries(files).map(([name, description]) => {
    const file = { type: 'string', format: 'binary', description }
    return [name, name === 'images' ? { type: 'array', items: file, description } : file] as const
  })
  const multipart = { type: 'object', properties: { ...properties, ...Object.fromEntries(parts) }, required }
  return { required: true, content: { 'multipart/form-data': { schema: multipart } } }
}

function replyOf({ reply, status, download }: Endpoint): Json {
  if (status === 204) return { description: 'Done; the answer is empty.' }
  if (download)
    return { description: 'The file.', content: { [download.type]: { schema: { type: 'string' } } } }
  return {
    description: 'The answer.',
    content: { 'application/json': { schema: jsonSchema(reply, 'output') } },
  }
}

function refusalsOf(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodes.filter((candidate) => mayRefuse(endpoint, candidate)))
    byStatus.set(statusOfCode[code], [...(byStatus.get(statusOfCode[code]) ?? []), code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  )
}

function mayRefuse(endpoint: Endpoint, code: ErrorCode): boolean {
  const { access, body, query, params, files, refuses = [] } = endpoint
  if (refuses.includes(code)) return true
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
      return access !== 'anyone' && !endpoint.evenBanned
    case 'forbidden':
      return access !== 'anyone' && access !== 'signed-in'
    case 'not_found':
      return params !== undefined
    case 'conflict':
    case 'method_not_allowed':
    case 'range_not_satisfiable':
      return false
    default:
      return true
  }
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}

function objectSchema(schema: Json): { properties: Record<string, Json>; required: string[] } {
  const properties: Record<string, Json> = {}
  for (const [name, shape] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
    properties[name] = isObject(shape) ? shape : {}
  return { properties, required: Array.isArray(schema.required) ? schema.required.map(String) : [] }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
