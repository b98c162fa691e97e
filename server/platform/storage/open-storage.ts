import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import { createDiskStore } from './disk-store.ts'
import { createDiskUploadStore, type UploadStore } from './upload-store.ts'
import { prepareStaging } from './staging.ts'
import type { FileStore } from './store.ts'

export type Storage = {
  files: FileStore
  uploads: UploadStore
  /** Local folder for files that are being received or inspected; with a disk store on its file system. */
  staging: string
  close(): void
}

export function filesFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'files')
}

/** Opens the bucket of `S3_*`, or without one the folder under DATA_DIR. */
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const folder = filesFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!config.s3) return openDiskStorage(folder)
  // Imported on demand: the S3 client costs start time and memory.
  const { openS3Storage } = await import('./s3/open-s3-storage.ts')
  return openS3Storage(config.s3, await prepareStaging(folder), log)
}

export async function openDiskStorage(folder: string): Promise<Storage> {
  const files = await createDiskStore(folder)
  const staging = await prepareStaging(folder)
  return { files, staging, uploads: createDiskUploadStore(staging, files), close: () => undefined }
}
