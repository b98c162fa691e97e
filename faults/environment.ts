import type { TestEnvironment } from './fault.ts'
import { createSite, type Site } from './site.ts'

/** The sites that the faults of one run use. */
export function createEnvironment(): TestEnvironment & {
  clear: () => Promise<void>
  logTail: () => string[]
  close: () => Promise<void>
} {
  const sites: Site[] = []
  let shared: Promise<Site> | undefined

  const clear = async () => {
    for (const site of sites.splice(0)) await site.remove()
  }
  return {
    async site(environment, dataDir) {
      const site = createSite(environment, dataDir)
      sites.push(site)
      return site
    },
    shared() {
      shared ??= startShared()
      return shared
    },
    log: (line) => console.log(`       ${line}`),
    clear,
    logTail: () => sites.flatMap((site) => site.logTail()),
    async close() {
      await clear()
      await shared?.then((site) => site.remove())
    },
  }
}

async function startShared(): Promise<Site> {
  const site = createSite()
  await site.start()
  return site
}
