import type { ServerResponse } from 'node:http'
import { create as contentDisposition } from 'content-disposition'

import { cutText } from '#contract/platform/cut-text.ts'
import type { FileText } from '#contract/scripts/file-schemas.ts'
import { versionLimits, type DownloadLink } from '#contract/scripts/version-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { cleanFileName } from '#platform/storage/file-name.ts'
import { findPackFile, readPackFile } from '#server/archives/archives.public.ts'
import { createArchiveLink } from '#server/scripts/download-script.ts'

import { findFiles, packOf } from './read-version.ts'

const { textLinesMax, textLengthMax } = versionLimits

/** The first bytes of the file decide; SVG is a text. */
const imageTypes = new Map([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
])

/** One file of a version: a text as plain text and an image, both inert. Everything else is not stored. */
export async function contentResponse(
  app: App,
  actor: Actor | null,
  { version, n }: { version: number; n: number },
  acceptsGzip: boolean,
) {
  const pack = packOf(await findFiles(app.db, actor, version))
  const file = pack && (await findPackFile(app, pack, n))
  const contentType = file && contentTypeOf(file)
  if (!pack || !file?.isStored || contentType === undefined) throw notFound('The file is not stored')
  const isGzip = file.kind === 'text' && acceptsGzip
  const fileName = cleanFileName(file.path) || 'file'
  return {
    headers: {
      'content-type': contentType,
      'content-disposition': contentDisposition(fileName, { type: 'inline' }),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, authorization',
      etag: `"${pack.key.slice(-21, -5)}-${n}${isGzip ? '-gzip' : ''}"`,
      ...(isGzip && { 'content-encoding': 'gzip' }),
    },
    body: {
      async open() {
        const bytes = await readPackFile(app, pack, n, { inflate: !isGzip })
        return { send: async (response: ServerResponse) => void response.end(bytes) }
      },
    },
  }
}

/** The beginning of a text. */
export async function readText(
  app: App,
  actor: Actor | null,
  { id, n }: { id: number; n: number },
): Promise<FileText> {
  const pack = packOf(await findFiles(app.db, actor, id))
  const file = pack && (await findPackFile(app, pack, n))
  if (!pack || !file?.isStored || file.kind !== 'text') throw notFound('The file is not stored')
  const whole = (await readPackFile(app, pack, n, { inflate: true })).toString()
  const lines = cutText(whole, textLengthMax).split('\n')
  return {
    text: lines.slice(0, textLinesMax).join('\n'),
    isCut: whole.length > textLengthMax || lines.length > textLinesMax,
  }
}

function contentTypeOf({ kind, type }: { kind: string; type: string | null }): string | undefined {
  if (kind === 'text') return 'text/plain; charset=utf-8'
  return kind === 'image' ? imageTypes.get(type ?? '') : undefined
}

/** Like the link of a script, for one of its versions. */
export async function createVersionLink(
  app: App,
  actor: Actor,
  id: number,
  lifetime?: number,
): Promise<DownloadLink> {
  const { version, script } = await findFiles(app.db, actor, id)
  const { key, size, sha256, extension, scriptId, number } = version
  if (key === null) throw notFound('The archive of this version is no longer available')
  const archive = { key, size, sha256, extension, scriptId, versionId: id, number, scriptName: script.name }
  return createArchiveLink(app, actor, archive, lifetime)
}
