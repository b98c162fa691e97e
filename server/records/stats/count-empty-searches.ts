import { cutText } from '#contract/platform/cut-text.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { dayOf, second } from '#platform/clock.ts'
import { serializeError } from '#platform/log.ts'

import { addEmptySearches } from './stats.queries.ts'

const queryMax = 60

/** A search writes nothing itself: the counts of this time are written together. */
const interval = 30 * second
/** Different queries that a node collects until the next write, and those of a day. */
const collectedMax = 200
const queriesMax = 1_000

const collected = lazySingleton((app) => {
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    await addEmptySearches(app.db, dayOf(app.clock.now()), written, queriesMax).catch((error: unknown) =>
      app.log.warn('Searches without a result could not be counted', serializeError(error)),
    )
  }
  return {
    flush,
    add(query: string) {
      if (!counts.has(query) && counts.size >= collectedMax) return
      counts.set(query, (counts.get(query) ?? 0) + 1)
      timer ??= setTimeout(() => void flush(), interval).unref()
    },
  }
})

export function countEmptySearch(app: App, text: string): void {
  const query = countedQuery(text)
  if (query !== undefined) collected(app).add(query)
}

/** Before the database is closed. */
export async function drainEmptySearches(app: App): Promise<void> {
  await collected(app).flush()
}

/** A query as it is counted; undefined for one that may contain personal data. */
export function countedQuery(text: string): string | undefined {
  const query = text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (query.length < 2 || query.includes('@') || /\d{6,}/.test(query.replaceAll(/[\s()+./-]/g, '')))
    return undefined
  return cutText(query, queryMax).trim()
}
