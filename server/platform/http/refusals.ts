import type { ServerResponse } from 'node:http'

import type { ErrorReply } from '#contract/errors.ts'
import { databaseOutage } from '#platform/database.ts'
import { badRequest, Failure, tooLarge } from '#platform/failures.ts'

import { isNavigation, refusalPage, refusalPagePolicy } from './refusal-page.ts'

/** Turns whatever was thrown into the refusal that the client gets, or undefined for a bug. */
export function refusalOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  const outage = databaseOutage(error)
  if (outage instanceof Failure) return outage
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return tooLarge('The request is too large')
  if (status === 415) return new Failure('unsupported_media_type', 'This content type is not supported')
  if (typeof status === 'number' && status >= 400 && status < 500)
    return badRequest('The request is not valid')
  return undefined
}

export const internalRefusal = new Failure('internal', 'Something went wrong on our side. Please try again.')

export function refusalBody({ message, code, fields }: Failure): ErrorReply {
  return { error: message, code, ...(fields && { fields }) }
}

/** Refuses on the bare response, before a body that is still on its way has arrived: the connection closes behind it. */
export function sendRefusal(
  response: ServerResponse,
  refusal: Failure,
  more: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const page = isNavigation(response.req) ? refusalPage(refusal) : undefined
  const body = page ?? JSON.stringify(refusalBody(refusal))
  for (const [name, value] of Object.entries(more)) response.setHeader(name, value)
  if (refusal.retryAfter !== undefined) response.setHeader('retry-after', String(refusal.retryAfter))
  response.setHeader('cache-control', 'no-store')
  response.setHeader(
    'content-type',
    `${page === undefined ? 'application/json' : 'text/html'}; charset=utf-8`,
  )
  if (page !== undefined) response.setHeader('content-security-policy', refusalPagePolicy)
  response.setHeader('content-length', String(Buffer.byteLength(body)))
  response.statusCode = refusal.status
  if (hasUnreadBody(response.req)) {
    response.setHeader('connection', 'close')
    endBehind(response.req, response, body)
    return
  }
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Each costs a connection and its request. */
const heldMax = 1_000
let held = 0

/** Gives a refusal when its time has come; by then its call has ended, and takes no place of another. */
export function holdRefusal(refusal: Failure, give: (refusal: Failure) => void): void {
  if (refusal.heldFor === 0 || held >= heldMax) return give(refusal)
  held += 1
  setTimeout(() => {
    held -= 1
    give(refusal)
  }, refusal.heldFor)
}

/** So long, and so much, the rest of a refused body is let in. */
const linger = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 }

/** A connection that closes on bytes nobody has read is reset, and the client never sees why it was refused. */
function endBehind(request: ServerResponse['req'], response: ServerResponse, body: string): void {
  let arrived = 0
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, linger.milliseconds)
  timer.unref()
  response.write(body)
  response.once('close', () => clearTimeout(timer))
  request.once('end', end).once('close', end)
  request.on('data', (chunk: Buffer) => {
    arrived += chunk.length
    if (arrived > linger.bytes) end()
  })
  request.resume()
  if (request.destroyed) end()
}

function hasUnreadBody({ headers, complete, readableEnded }: ServerResponse['req']): boolean {
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return announced && !complete && !readableEnded
}
