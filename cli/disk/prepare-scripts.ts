import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { CliError, exitCodes } from '#cli/cli-error.ts'
import type { LockedScript } from '#contract/scripts/lock-file.ts'
import type { Place } from '#cli/files/place.ts'
import { downloadArchive } from '#cli/hub/download.ts'
import type { Project } from '#cli/files/project.ts'
import type { Hub } from '#cli/hub/hub.ts'
import { sizeText, type Output } from '#cli/terminal/output.ts'

import type { Unpacked } from './unpack.ts'
import { openUnpackThread } from './unpack-thread.ts'

export type PreparedScript = { script: LockedScript; unpacked: Unpacked; folder: string }

const downloadsMax = 2
/** A ZIP of texts unpacks to some three times its size; archives of models hardly grow. */
const spaceFactor = 2.5

/** Downloads, checks and unpacks scripts beside the resources. Nothing of the server changes. */
export async function prepareScripts(
  {
    place,
    hub,
    output,
    program,
    project,
  }: { place: Place; hub: Hub; output: Output; program: string; project: Project },
  scripts: readonly [id: string, LockedScript][],
): Promise<Map<string, PreparedScript>> {
  const { archives } = place
  for (const folder of [archives, place.originals]) mkdirSync(folder, { recursive: true })
  removeOthers(place.staging, ['archives'])
  removeOthers(
    archives,
    scripts.map(([, { sha256 }]) => sha256),
  )
  const bytes = scripts.reduce((sum, [, { size }]) => sum + size, 0)
  await checkSpace(place, bytes)
  const progress = output.progress(bytes)
  const thread = openUnpackThread(program)
  const prepared = new Map<string, PreparedScript>()
  const queue = [...scripts]

  async function prepareNext(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [id, script] = next
      const archive = join(archives, script.sha256)
      const folder = join(place.staging, `new-${id}`)
      await downloadArchive(hub, next, archive, progress.add)
      mkdirSync(folder)
      const { kind, rootName, name, version } = script
      const request = {
        archive,
        kind,
        rootName,
        target: folder,
        originals: place.originals,
        configuration: project.configuration ?? [],
      }
      prepared.set(id, { script, unpacked: await thread.unpack(`${name} ${version}`, request), folder })
    }
  }

  // Each one ends before the thread does, so that nothing is written afterwards.
  const results = await Promise.allSettled(
    Array.from({ length: downloadsMax }, async () =>
      prepareNext().catch((error: unknown) => {
        queue.length = 0
        throw error
      }),
    ),
  )
  progress.end()
  await thread.close()
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
  return prepared
}

async function checkSpace(place: Place, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(place.staging)
  const [free, needed] = [bavail * bsize, bytes * spaceFactor]
  if (free < needed)
    throw new CliError(
      `The disk has ${sizeText(free)} free, and about ${sizeText(needed)} are needed. Nothing was changed. Make room, then run this again.`,
      exitCodes.disk,
    )
}

function removeOthers(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder))
    if (!names.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
}
