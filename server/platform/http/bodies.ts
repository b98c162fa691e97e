import type { IncomingMessage } from 'node:http'

import type { FastifyInstance } from 'fastify'

import { badRequest, Failure } from '#platform/failures.ts'

/** No call of the contract needs more JSON than this. */
export const jsonSizeMax = 64 * 1024
/** Milliseconds for a JSON body to arrive: it is one packet or a few, whoever takes longer holds a socket. */
const jsonArrivesWithin = 10_000

/** JSON is read here; multipart stays on the wire for its handler; everything else is refused with 415. */
export function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      done(null, parseJson(String(text)))
    } catch (error) {
      done(error instanceof Failure ? error : badRequest('The request body is not valid JSON'))
    }
  })
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value: unknown = JSON.parse(text, (key, part: unknown) => (key === '__proto__' ? undefined : part))
  if (text.includes('u0000') || text.includes('\u0000')) refuseNul(value)
  return value
}

function refuseNul(value: unknown): void {
  if (typeof value === 'string' && value.includes('\u0000'))
    throw badRequest('Text must not contain NUL characters')
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    refuseNul(key)
    refuseNul(part)
  }
}

/** Cuts a client that lets its JSON body drip. */
export function limitBodyTime(request: IncomingMessage): void {
  if (!request.headers['content-type']?.startsWith('application/json')) return
  const timer = setTimeout(() => request.destroy(), jsonArrivesWithin)
  timer.unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}
