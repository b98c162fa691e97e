import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import { versionsApi } from '#contract/scripts/versions.ts'
import { CliError, exitCodes } from '#cli/cli-error.ts'
import { collectBuffers } from '#cli/collect-buffers.ts'
import type { LockedScript } from '#contract/scripts/lock-file.ts'

import type { Hub } from './hub.ts'

/** A connection that sends nothing for this long is given up. */
const idleMs = 60_000

/** Downloads what the lock names, and nothing else: size and hash must be those of the lock. */
export async function downloadArchive(
  hub: Hub,
  [id, script]: readonly [id: string, LockedScript],
  path: string,
  onBytes: (count: number) => void,
): Promise<void> {
  if (await isArchive(path, script)) return onBytes(script.size)
  const current = await hub.call(versionsApi.get, { params: { id: script.versionId } })
  if (current.number !== script.version || current.scriptId !== Number(id))
    throw new CliError(
      `scripthaven.lock calls version ${script.versionId} "${script.name} ${script.version}", the hub calls it ${current.number} of script ${current.scriptId}. Nothing was installed. Restore the lock.`,
      exitCodes.hub,
    )
  const link = await hub.call(versionsApi.downloadUrl, { params: { id: script.versionId } })
  if (link.sha256 !== script.sha256) throw mismatch(script, link.sha256)
  const part = `${path}.part`
  try {
    const sha256 = await receive(hub, link.downloadUrl, script, part, onBytes)
    if (sha256 !== script.sha256) throw mismatch(script, sha256)
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

async function receive(
  hub: Hub,
  url: string,
  script: LockedScript,
  path: string,
  onBytes: (count: number) => void,
): Promise<string> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), idleMs)
  const hash = createHash('sha256')
  let received = 0
  const file = openSync(path, 'w')
  try {
    const { body } = await hub.openFile(url, abort.signal)
    for await (const chunk of body ?? []) {
      timer.refresh()
      received += chunk.length
      if (received > script.size) throw mismatch(script, 'a larger file')
      hash.update(chunk)
      // To the cache of the system, which takes less time than a thread that writes.
      for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at)
      onBytes(chunk.length)
      collectBuffers(chunk.length)
    }
  } catch (error) {
    // fetch reports a broken connection as a TypeError.
    if (error instanceof TypeError || abort.signal.aborted) throw hub.unreachable(error)
    throw error
  } finally {
    clearTimeout(timer)
    closeSync(file)
  }
  return hash.digest('hex')
}

/** Whether an earlier run has left the whole archive. */
async function isArchive(path: string, { sha256, size }: LockedScript): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.size === size && (await hashFile(path)) === sha256
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 18 }), hash)
  return hash.digest('hex')
}

function mismatch({ name, version, sha256 }: LockedScript, received: string): CliError {
  return new CliError(
    `The archive of ${name} ${version} is not the one in scripthaven.lock (SHA-256 ${sha256}, the hub has ${received}). Nothing was installed. Find out why before you change the lock.`,
    exitCodes.hub,
  )
}
