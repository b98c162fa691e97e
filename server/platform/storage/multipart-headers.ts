import { isUtf8 } from 'node:buffer'
import { EventEmitter } from 'node:events'

import type { BusboyInstance } from '@fastify/busboy'

import { notUtf8 } from '#platform/storable-text.ts'

type PartHeader = Record<string, string[]>

/** Calls with the headers of each part before busboy reads them. Its inner parser has their bytes, as latin1. */
export function watchPartHeaders(parser: BusboyInstance, check: (header: PartHeader) => void): void {
  const inner: unknown = Reflect.get(Object(Reflect.get(parser, '_parser')), 'parser')
  if (!(inner instanceof EventEmitter)) throw new Error('busboy has no inner parser')
  inner.prependListener('part', (part: EventEmitter) => part.on('header', check))
}

/** busboy replaces what is not UTF-8 by U+FFFD, and decodes a text by the charset that its type names. */
export function checkPartHeader(header: PartHeader): void {
  const [type] = header['content-type'] ?? []
  if (type !== undefined) header['content-type'] = [type.split(';', 1).join()]
  const disposition = header['content-disposition']?.[0] ?? ''
  const encodedNames = [...disposition.matchAll(/\*\s*=\s*[^'";]*'[^'";]*'([^";]*)/g)]
  const isValid =
    isUtf8(Buffer.from(disposition, 'latin1')) && encodedNames.every(([, name = '']) => isEncodedUtf8(name))
  if (!isValid) throw notUtf8()
}

/** In a name by RFC 8187: `filename*=UTF-8''%C3%BC.zip`. */
function isEncodedUtf8(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}
