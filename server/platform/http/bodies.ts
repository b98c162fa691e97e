import type { IncomingMessage } from 'node:http'

import type { FastifyInstance } from 'fastify'

import { badRequest, Failure } from '#platform/failures.ts'

/** No call of the contract needs more JSON than this. */
export const jsonSizeMax = 64 * 1024

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

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Cuts a client that lets its body drip, whoever reads it and also when nobody does. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number): void {
  const { headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, milliseconds)
  timer.unref()
  bodyTimers.set(request, timer)
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** A file may take hours: whoever receives it watches its pace. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(bodyTimers.get(request))
}
