import type { z } from 'zod/mini'

import type { Access, Endpoint } from '#contract/platform/endpoint.ts'
import { imageTypes, scriptLimits } from '#contract/scripts/script-fields.ts'
import { limitPolicies, type RoutePolicy } from '#platform/rate-limits/policies.ts'

import { errorsOf, type createErrorResponses, isObject, type Json } from './error-responses.ts'
import type { NamedSchemas } from './name-schemas.ts'

export type Described = { operationId: string; tag: string; endpoint: Endpoint; hasETag: boolean }

type Tools = { schemas: NamedSchemas; errors: ReturnType<typeof createErrorResponses> }

/** One call of the contract as an OpenAPI operation. */
export function describeOperation(described: Described, { schemas, errors }: Tools): Json {
  const { operationId, tag, endpoint, hasETag } = described
  const { access, summary } = endpoint
  const name = endpoint.limit ?? (endpoint.method === 'GET' ? 'read' : 'write')
  const rateLimit = describeRateLimit(limitPolicies[name], name === 'read' ? 'ip' : 'user')
  const body = describeBody(endpoint, schemas)
  return {
    operationId,
    tags: [tag],
    summary,
    description: [endpoint.description, describeAccess(endpoint), describeScopes(endpoint), rateLimit.text]
      .filter((paragraph) => paragraph !== undefined)
      .join('\n\n'),
    'x-access': access,
    'x-rate-limit': { name, ...rateLimit.extension },
    ...(endpoint.token && { 'x-token-scopes': endpoint.token }),
    security: describeSecurity(endpoint),
    parameters: [
      ...describeParameters(endpoint.params, 'path', schemas),
      ...describeParameters(endpoint.query, 'query', schemas),
      ...(endpoint.takesIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(hasETag ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: describeResponse(endpoint, hasETag, schemas),
      ...(hasETag && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...errors.respondWith(errorsOf(endpoint)),
    },
  }
}

function describeAccess({ access, allowBanned, usesToken }: Endpoint): string {
  const banned = allowBanned ? ' Banned users can call it too.' : ''
  if (access === 'anyone') return usesToken ? 'For everyone; a token is optional.' : 'For everyone.'
  if (access === 'signed-in') return `For signed-in users.${banned}`
  const permissions = [access].flat().map((permission) => `\`${permission}\``)
  return `Permission needed: ${permissions.join(' or ')}.${banned}`
}

function describeScopes({ token }: Endpoint): string | undefined {
  return token && `Takes access tokens with the scope ${token.map((scope) => `\`${scope}\``).join(' or ')}.`
}

/** OpenAPI 3.1 lists the roles of a bearer token where OAuth lists scopes. Alternatives are requirements of their own. */
function describeSecurity({ access, usesToken }: Pick<Endpoint, 'access' | 'usesToken'>): Json[] {
  if (access === 'anyone') return usesToken ? [{}, { token: [] }] : []
  return rolesOf(access).map((roles) => ({ token: roles }))
}

function rolesOf(access: Exclude<Access, 'anyone'>): string[][] {
  if (access === 'signed-in') return [[]]
  return [access].flat().map((permission) => [permission])
}

function describeParameters(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  schemas: NamedSchemas,
): Json[] {
  if (!schema) return []
  const { properties, required } = partsOf(schemas.expand(schema, 'input'))
  return Object.entries(properties).map(([name, { examples, ...shape }]) => {
    const isRequired = place === 'path' || required.includes(name)
    // An example of an optional filter would be sent along by viewers that prefill their forms.
    const example = isRequired ? firstOf(examples) : undefined
    return { name, in: place, required: isRequired, schema: shape, ...(example !== undefined && { example }) }
  })
}

function describeBody(endpoint: Endpoint, schemas: NamedSchemas): Json | undefined {
  const { body, files } = endpoint
  if (!body) return undefined
  const content = files
    ? { 'multipart/form-data': describeForm(schemas.expand(body, 'input'), endpoint) }
    : { 'application/json': { schema: schemas.use(body, 'input') } }
  return { required: true, content }
}

const imageFields = ['images', 'avatar']

function describeForm(fields: Json, { files = {}, requiredFiles = [] }: Endpoint): Json {
  const { properties, required } = partsOf(fields)
  const texts = Object.entries(properties).map(([name, schema]) => [name, describeField(name, schema)])
  const parts = Object.entries(files).map(([name, description]) => [name, describeFile(name, description)])
  const images = Object.keys(files).filter((name) => imageFields.includes(name))
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries([...texts, ...parts]),
      required: [...required, ...requiredFiles],
    },
    encoding: Object.fromEntries(images.map((name) => [name, { contentType: imageTypes.join(', ') }])),
  }
}

/** The meaning that the schema of a form field does not have, because the field is text. */
const fieldMeanings: Readonly<Record<string, string>> = {
  tags: 'JSON text: a list of tags.',
  removeImages: 'JSON text: a list of the URLs of images.',
  imageOrder:
    'JSON text: a list of the URLs of all images that remain, in their new order. The first one is the cover.',
  expected: 'JSON text: an object with the values that the form was opened with.',
  fileKey: 'The key of an earlier direct upload.',
  fileSize: 'The size of the uploaded archive in bytes, with `fileKey`.',
  currentPassword: 'For a new email address.',
}

/** Swagger UI shows no lengths in forms, so they are part of the description. */
function describeField(name: string, schema: Json): Json {
  const { minLength, maxLength } = schema
  const least = typeof minLength === 'number' && minLength > 1 ? `${minLength} to ` : 'At most '
  const length = typeof maxLength !== 'number' || name === 'fileKey' ? '' : `${least}${maxLength} characters.`
  const description = [fieldMeanings[name] ?? '', length].filter(Boolean).join(' ')
  return description === '' ? schema : { ...schema, description }
}

function describeFile(name: string, description: string): Json {
  const file = { type: 'string', format: 'binary' }
  if (name !== 'images') return { ...file, description }
  return { type: 'array', items: file, minItems: 1, maxItems: scriptLimits.imagesMax, description }
}

function describeResponse(endpoint: Endpoint, hasETag: boolean, schemas: NamedSchemas): Json {
  const { reply, status, download } = endpoint
  if (status === 204) return { description: 'Success. The response has no body.' }
  const headers = hasETag ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}
  if (download)
    return { description: 'The file.', content: { [download.type]: { schema: { type: 'string' } } } }
  return {
    description: 'Success.',
    ...headers,
    content: { 'application/json': { schema: schemas.use(reply, 'output') } },
  }
}

function partsOf(schema: Json): { properties: Record<string, Json>; required: string[] } {
  const properties: Record<string, Json> = {}
  for (const [name, shape] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
    properties[name] = isObject(shape) ? shape : {}
  const { required } = schema
  return { properties, required: Array.isArray(required) ? required.map(String) : [] }
}

function firstOf(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined
}

type Counted = 'user' | 'ip'

/** A rate limit as an extension for programs and as a sentence for readers. */
function describeRateLimit(
  { calls, perSeconds, burst, rejectedCost }: RoutePolicy,
  counted: Counted,
): { extension: Json; text: string } {
  const most = burst === undefined ? '' : `, at most ${burst} at once`
  const whom =
    counted === 'ip' ? 'for each IP address' : 'for each user, or for each IP address without a token'
  const rejected = rejectedCost === undefined ? '' : ` A rejected request counts as ${rejectedCost}.`
  return {
    extension: {
      calls,
      perSeconds,
      ...(burst !== undefined && { burst }),
      ...(rejectedCost !== undefined && { rejectedCost }),
      per: counted,
    },
    text: `Rate limit: ${calls} requests ${periodOf(perSeconds)}${most}, ${whom}.${rejected}`,
  }
}

function periodOf(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds === 60) return 'a minute'
  if (seconds === 3_600) return 'an hour'
  return `in ${seconds} seconds`
}
