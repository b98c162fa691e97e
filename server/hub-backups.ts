import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openSnapshots } from '#platform/backup/snapshot.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { openDiskStore } from '#platform/files/disk-store.ts'
import { prepareStaging } from '#platform/files/staging.ts'
import { lockFolder } from '#platform/postgres/lock-folder.ts'

import { BackupRefused, checkFiles, restoreBackup, writeBackup } from './backups/backups.public.ts'
import { withServer } from './reach-database.ts'

/** Problems do not keep a backup from being made, but whoever runs it must hear of them. */
export async function backUp(config: Config, folder: string): Promise<void> {
  requireHub(config)
  const files = await openDiskStore(filesFolder(config))
  const { problems, ...made } = await withServer(config, ({ address }) =>
    writeBackup({ address, files, secret: secretFile(config) }, folder),
  )
  console.log(`Saved ${made.rows} rows and ${made.files} files in ${folder}`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

export async function restore(config: Config, folder: string): Promise<void> {
  const lock = await lockFolder(config.dataDir)
  try {
    const store = filesFolder(config)
    const files = await openDiskStore(store)
    const staging = await prepareStaging(store)
    const restored = await withServer(config, ({ address }) =>
      restoreBackup({ address, files, staging, secret: secretFile(config) }, folder),
    )
    console.log(
      `Restored ${restored.rows} rows and ${restored.files} files as they were at ${restored.madeAt}. ` +
        `Every file is the one that was saved.`,
    )
  } finally {
    lock.release()
  }
}

export async function checkStore(config: Config, hash: boolean): Promise<void> {
  requireHub(config)
  const files = await openDiskStore(filesFolder(config))
  let problems = 0
  await withServer(config, async ({ address }) => {
    const snapshots = await openSnapshots(address)
    try {
      await snapshots.now(async (db) => {
        for await (const problem of checkFiles({ db, files, clock: systemClock }, { hash })) {
          problems += 1
          console.log(problem)
        }
      })
    } finally {
      await snapshots.close()
    }
  })
  console.log(problems === 0 ? 'Rows and files agree.' : `${problems} problems were found.`)
  if (problems > 0) process.exitCode = 1
}

/** A wrong DATA_DIR would otherwise be saved as an empty site. */
function requireHub(config: Config): void {
  const known = config.databaseUrl === undefined ? join(config.dataDir, 'postgres') : filesFolder(config)
  if (!existsSync(known)) throw new BackupRefused(`There is no hub in ${config.dataDir}. Set DATA_DIR.`)
}

const filesFolder = (config: Config) => join(config.dataDir, 'files')

function secretFile(config: Config): string | undefined {
  return config.tokenSecret === undefined ? join(config.dataDir, 'token-secret') : undefined
}
