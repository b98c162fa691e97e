import type { Json } from './json.ts'

export const parameters: Json = {
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

export const headers: Json = {
  ETag: { description: 'Identifies this version of the response.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  TusResumable: { description: 'The version of the tus protocol.', schema: { const: '1.0.0' } },
  UploadExpires: { description: 'When the upload expires, as an HTTP date.', schema: { type: 'string' } },
  UploadOffset: { description: 'The bytes that the server has received.', schema: { type: 'integer' } },
}

export const responses: Json = {
  NotModified: {
    description: 'The client has the current version. The response has no body.',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  UnsupportedTusVersion: {
    description: 'The request lacks `Tus-Resumable: 1.0.0`. The response has no body.',
    headers: { 'Tus-Version': { description: 'The supported version.', schema: { const: '1.0.0' } } },
  },
}

export const securitySchemes: Json = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `accessToken` of a sign-in or a registration. It is valid for 30 days, for users with an admin permission for 7 days.',
  },
}
