import type { Ground } from './fault.ts'
import { openSite, type Site } from './site.ts'

/** What the faults of one run stand on. */
export function openGround(): Ground & {
  clear: () => Promise<void>
  lastWords: () => string[]
  close: () => Promise<void>
} {
  const own: Site[] = []
  let shared: Promise<Site> | undefined

  const clear = async () => {
    for (const site of own.splice(0)) await site.remove()
  }
  return {
    async site(environment, dataDir) {
      const site = openSite(environment, dataDir)
      own.push(site)
      return site
    },
    shared() {
      shared ??= startShared()
      return shared
    },
    say: (line) => console.log(`       ${line}`),
    clear,
    lastWords: () => own.flatMap((site) => site.lastWords()),
    async close() {
      await clear()
      await shared?.then((site) => site.remove())
    },
  }
}

async function startShared(): Promise<Site> {
  const site = openSite()
  await site.start()
  return site
}
