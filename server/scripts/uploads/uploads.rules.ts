import { isUtf8 } from 'node:buffer'

import { fileMessages } from '#contract/scripts/script-fields.ts'
import { badRequest, invalid, type HttpError } from '#platform/errors.ts'

export function tooLargeArchive(): HttpError {
  return invalid({ scriptFile: fileMessages.fileTooLarge }, 'too_large')
}

export function longerThanAnnounced(length: number): HttpError {
  const message = `The upload is longer than its announced length of ${length} bytes`
  return invalid({ scriptFile: message }, 'too_large')
}

/** Parses a size or an offset; undefined for an invalid header. */
export function readByteCount(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** Upload-Metadata: `filename d29ybGQuemlw,filetype …`, with base64 values. */
export function readMetadata(header: string | string[] | undefined): Record<string, string> {
  const pairs = typeof header === 'string' ? header.split(',') : []
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.trim().split(' ')
      const bytes = Buffer.from(value, 'base64')
      if (!isUtf8(bytes)) throw badRequest(`The value of ${name} in Upload-Metadata is not valid UTF-8`)
      return [name, bytes.toString()]
    }),
  )
}

export function writeMetadata(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}
