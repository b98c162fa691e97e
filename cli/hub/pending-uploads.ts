import { z } from 'zod/mini'

import { systemError } from '#cli/cli-error.ts'
import { privatePath, writePrivate } from '#cli/files/private-files.ts'
import { parseJson, readText } from '#cli/files/read-json.ts'

const Pending = z.object({ uploadUrl: z.string(), fileKey: z.string(), expiresAt: z.string() })
export type PendingUpload = z.output<typeof Pending>
/** `uploads.json`: uploads that have no version yet, by hub and SHA-256 of the archive. Whoever has a URL can write to it. */
const File = z.record(z.string(), Pending)

const path = () => privatePath('uploads.json')

function readPending(): Record<string, PendingUpload> {
  const text = readText(path())
  const all = text === undefined ? {} : parseJson(path(), text, File)
  return Object.fromEntries(
    Object.entries(all).filter(([, { expiresAt }]) => Date.parse(expiresAt) > Date.now()),
  )
}

/** An interrupted upload of this archive, which continues. */
export function findPending(key: string): PendingUpload | undefined {
  return readPending()[key]
}

export function storePending(key: string, upload: PendingUpload): void {
  write({ ...readPending(), [key]: upload })
}

/** Where nothing can be stored, as in some CI, an interrupted upload starts again. */
function write(uploads: Record<string, PendingUpload>): void {
  try {
    writePrivate(path(), uploads)
  } catch (error) {
    if (systemError(error).code === undefined) throw error
  }
}

export function removePending(key: string): void {
  const { [key]: done, ...others } = readPending()
  if (done) write(others)
}
