import { randomBytes } from 'node:crypto'

import type { FileStore } from '#platform/storage/store.ts'
import type { App } from '#platform/app.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

import { toSlug } from '../archives.ts'
import { readImage } from '../images.ts'
import { partners } from '../partners.ts'
import { createApiClient } from './api-client.ts'
import { openCases } from './cases.ts'
import type { SeedContext } from './context.ts'
import { writeHistory } from './history.queries.ts'
import { seedPeople } from './people.ts'
import { copyFurtherImages, likeScripts, submitScripts } from './scripts.ts'
import { countOtherUsers, hasHistory } from './seed.queries.ts'
import { createStepRunner } from './step-runner.ts'
import { registerUsers, uploadAvatars } from './users.ts'

/** Throws when the database has users that are not part of the demo. */
export async function isSeeded({ db }: App): Promise<boolean> {
  if (await hasHistory(db)) return true
  if ((await countOtherUsers(db)) > 0)
    throw new StartupError(
      'DATA_DIR contains users that are not part of the demo. Choose another folder for the demo.',
    )
  return false
}

/** Seeds a server without other clients. After an interruption, the next start adds what is missing. */
export async function seed(app: App, url: string, signal: AbortSignal): Promise<void> {
  const context: SeedContext = {
    app,
    callApi: createApiClient(url),
    runStep: createStepRunner(process.stdout, signal),
  }

  const users = await registerUsers(context)
  await uploadAvatars(context, users)
  const scriptIds = await submitScripts(context, users)
  const images = await copyFurtherImages(context, scriptIds)
  await likeScripts(context, users, scriptIds)
  await seedPeople(context, users, scriptIds)
  await openCases(context, users, scriptIds)
  const logoUrls = await storeLogos(app.files)
  await writeHistory(app.db, app.clock.now(), { users, scriptIds, images, logoUrls })
}

/** The URLs of the logos by the name of their partner. The API only takes absolute URLs, which depend on the port. */
async function storeLogos(files: FileStore): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>()
  for (const { name } of partners) {
    // Stored as an avatar: the cleanup job deletes files of the kind `images` that belong to no script.
    const key = files.createKey('avatars', 'webp', `partner-${randomBytes(12).toString('hex')}`)
    await files.write(key, await readImage('partners', toSlug(name)))
    urls.set(name, `/files/${key}`)
  }
  return urls
}
