import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'

import type { Encoding, Entry } from '#platform/cache.ts'
import type { Config } from '#platform/config.ts'

import { dataPolicy, everyAnswer, type HeaderList } from './headers.ts'
import { openReadyHeads, readyHead, takesReadyHead } from './ready-head.ts'

/** One of the answers that a stored one can become. */
type Form = { status: number; headers: HeaderList; head: string | undefined; body: Buffer | undefined }
/** For clients of one encoding: those that have nothing yet, and those that have this very version. */
type Forms = { etag: string; whole: Form; unchanged: Form }

/**
 * Answers a request with a stored answer: 304 when the client has it, else its bytes in the best encoding
 * the client takes.
 */
export function openFront(config: Config, idle: number) {
  const constantHeaders = everyAnswer(config)
  const dataHeaders = [...constantHeaders, ...dataPolicy]
  const known = new WeakMap<Entry, Partial<Record<Encoding, Forms>>>()
  const writeReadyHead = openReadyHeads(idle)

  /** At the door, where nothing has been said on the response yet: `now` is performance.now(). */
  function sendAtOnce(
    request: IncomingMessage,
    response: ServerResponse,
    entry: Entry,
    requestId: string,
    now: number,
  ): void {
    const form = formFor(request, entry)
    if (!takesReadyHead(request, response)) return sendForm(request, response, form, requestId)
    form.head ??= readyHead(form.status, STATUS_CODES[form.status] ?? '', form.headers)
    writeReadyHead(response, form.status, form.head, requestId, now)
    response.end(request.method === 'HEAD' ? undefined : form.body)
  }

  function send(request: IncomingMessage, response: ServerResponse, entry: Entry, requestId: string): void {
    sendForm(request, response, formFor(request, entry), requestId)
  }

  function formFor({ headers }: IncomingMessage, entry: Entry): Form {
    const forms = formsOf(entry, bestEncoding(headers['accept-encoding'], entry))
    const condition = headers['if-none-match']
    if (condition === undefined) return forms.whole
    return condition === forms.etag || matches(condition, entry.etag) ? forms.unchanged : forms.whole
  }

  function formsOf(entry: Entry, encoding: Encoding): Forms {
    const ofEntry = known.get(entry) ?? {}
    const forms = ofEntry[encoding]
    if (forms) return forms
    const made = makeForms(entry, encoding)
    known.set(entry, { ...ofEntry, [encoding]: made })
    return made
  }

  function makeForms(entry: Entry, encoding: Encoding): Forms {
    const etag = encoding === 'identity' ? `"${entry.etag}"` : `"${entry.etag}-${encoding}"`
    const body = entry.bodies[encoding] ?? entry.bodies.identity
    const common = [
      ...(entry.contentType.startsWith('text/html') ? constantHeaders : dataHeaders),
      ...entry.headers,
      'etag',
      etag,
      'cache-control',
      'no-cache',
      'vary',
      'accept-encoding',
    ]
    const ofBody = ['content-type', entry.contentType, 'content-length', String(body.length)]
    if (encoding !== 'identity') ofBody.push('content-encoding', encoding)
    return {
      etag,
      whole: { status: entry.status, headers: [...common, ...ofBody], head: undefined, body },
      unchanged: { status: 304, headers: common, head: undefined, body: undefined },
    }
  }

  return { sendAtOnce, send }
}

function sendForm(request: IncomingMessage, response: ServerResponse, form: Form, requestId: string): void {
  response.writeHead(form.status, [...form.headers, 'x-request-id', requestId])
  response.end(request.method === 'HEAD' ? undefined : form.body)
}

function bestEncoding(accepted: string | undefined, entry: Entry): Encoding {
  if (accepted === undefined) return 'identity'
  // Asked for last: a body that is not there yet is made by it.
  if (accepts(accepted, 'br') && entry.bodies.br) return 'br'
  if (accepts(accepted, 'gzip') && entry.bodies.gzip) return 'gzip'
  return 'identity'
}

function accepts(accepted: string, coding: string): boolean {
  const at = accepted.indexOf(coding)
  if (at < 0) return false
  return !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(at + coding.length))
}

/** Any encoding of the same version counts: the client has those bytes already. */
function matches(header: string, etag: string): boolean {
  if (header === '*') return true
  return header.split(',').some((candidate) => {
    const plain = candidate.trim().replace(/^W\//, '').replaceAll('"', '')
    return plain === etag || plain === `${etag}-br` || plain === `${etag}-gzip`
  })
}
