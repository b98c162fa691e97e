import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ErrorReply } from '#contract/platform/errors.ts'
import { version } from '#platform/version.ts'

import { describeFiles } from './describe-files.ts'
import { describeOperation, type Described } from './describe-operation.ts'
import { createErrorResponses, type Json } from './error-responses.ts'
import { nameSchemas } from './name-schemas.ts'
import { filesTag, tagOfFeature } from './tags.ts'

const parameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat. For 24 hours a repeated request of the same user with the same key and content gets the response of the first one. The same key with other content is a `conflict`. A rejected request does not use up the key.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier response. If it still applies, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  TusResumable: {
    name: 'Tus-Resumable',
    in: 'header',
    required: true,
    description: 'The version of the tus protocol.',
    schema: { const: '1.0.0' },
  },
}

const headers: Json = {
  ETag: { description: 'Identifies this version of the response.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  TusResumable: { description: 'The version of the tus protocol.', schema: { const: '1.0.0' } },
  UploadExpires: { description: 'When the upload expires, as an HTTP date.', schema: { type: 'string' } },
  UploadOffset: { description: 'The bytes that the server has received.', schema: { type: 'integer' } },
}

const responses: Json = {
  NotModified: {
    description: 'The client has the current version. The response has no body.',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  UnsupportedTusVersion: {
    description: 'The request lacks `Tus-Resumable: 1.0.0`. The response has no body.',
    headers: { 'Tus-Version': { description: 'The supported version.', schema: { const: '1.0.0' } } },
  },
}

const securitySchemes: Json = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `accessToken` of a sign-in or a registration. It is valid for 30 days, for users with an admin permission for 7 days.',
  },
}

type Site = { siteName: string; publicUrl: string }

/** The contract as an OpenAPI 3.1 document, built from the schemas that validate the calls. */
export function describeApi(site: Site, cached: ReadonlySet<Endpoint>): Json {
  const operations = operationsOf(cached)
  const schemas = nameSchemas(new Map(operations.map(({ operationId, endpoint }) => [operationId, endpoint])))
  const errors = createErrorResponses()
  schemas.use(ErrorReply, 'output')
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const { path, method } = operation.endpoint
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    const described = describeOperation(operation, { schemas, errors })
    paths[template] = { ...paths[template], [method.toLowerCase()]: described }
  }
  const files = describeFiles(errors)
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.siteName} API`,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'JSON over HTTP. Forms with files are `multipart/form-data`. Times are ISO 8601 in UTC, ids are integers. ' +
        'Send the `accessToken` of a sign-in as `Authorization: Bearer <token>`. ' +
        'URLs in responses are paths on this server. ' +
        'Every response has an `x-request-id`, which identifies the request in the log of the server. ' +
        'The guide explains signing in, uploads, limits and errors.',
    },
    externalDocs: { description: 'Guide', url: new URL('/api/guide', site.publicUrl).href },
    servers: [{ url: site.publicUrl }],
    tags: [...Object.values(tagOfFeature), filesTag],
    paths: { ...paths, ...files },
    components: {
      securitySchemes,
      parameters,
      headers,
      examples: errors.examples,
      responses: { ...responses, ...errors.responses },
      schemas: schemas.components(),
    },
  }
}

function operationsOf(cached: ReadonlySet<Endpoint>): Described[] {
  return Object.entries(tagOfFeature).flatMap(([feature, tag]) => {
    const endpoints: Record<string, Endpoint> = featureOf(feature)
    return Object.entries(endpoints).map(([name, endpoint]) => ({
      operationId: `${feature}.${name}`,
      tag: tag.name,
      endpoint,
      hasETag: cached.has(endpoint) || endpoint.hasETag === true,
    }))
  })
}

function featureOf(feature: string): Record<string, Endpoint> {
  const features: Record<string, Record<string, Endpoint>> = api
  return features[feature] ?? {}
}
