import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import { openDiskStore } from './disk-store.ts'
import { openDiskIncoming, type IncomingFiles } from './incoming.ts'
import { prepareStaging } from './staging.ts'
import type { FileStore } from './store.ts'

export type OpenedFiles = {
  files: FileStore
  incoming: IncomingFiles
  /** Folder of this machine for bytes that are still arriving or being looked at; on the disk of a disk store. */
  staging: string
  close(): void
}

export function filesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'files')
}

/** Opens where a hub keeps its files: a bucket where one is configured, else its own folder. */
export async function openFiles(config: Config, log: Log): Promise<OpenedFiles> {
  const folder = filesFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return config.s3 ? openInBucket(config.s3, folder, log) : openOnDisk(folder)
}

export async function openOnDisk(folder: string): Promise<OpenedFiles> {
  const files = await openDiskStore(folder)
  const staging = await prepareStaging(folder)
  return { files, staging, incoming: openDiskIncoming(staging, files), close: () => undefined }
}

async function openInBucket(
  place: NonNullable<Config['s3']>,
  folder: string,
  log: Log,
): Promise<OpenedFiles> {
  // Loaded only where it is needed: a hub without a bucket starts without the client and its memory.
  const { openBucketFiles } = await import('./s3/open-bucket-files.ts')
  return openBucketFiles(place, await prepareStaging(folder), log)
}
