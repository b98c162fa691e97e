import type { ApiResponse } from '#test-support/http-client.ts'

type Entry = { acknowledged: string | undefined; open: string[] }

/** The writes that the app has acknowledged, by key, and those that it may have applied. */
export type WriteJournal = {
  /** Records a write before it is sent and after its response. Resolves to whether it was acknowledged. */
  write: (key: string, value: string, send: () => Promise<ApiResponse | undefined>) => Promise<boolean>
  /** Whether a found value is the last acknowledged one or that of a write without a response. */
  isConsistent: (key: string, found: string | undefined) => boolean
  keys: () => string[]
  acknowledged: (key: string) => string | undefined
  /** The number of acknowledged writes. */
  count: () => number
  /** Sets the current value and drops writes without a response. */
  reset: (key: string, found: string | undefined) => void
}

export function createWriteJournal(): WriteJournal {
  const entries = new Map<string, Entry>()
  let acknowledgements = 0

  function entryOf(key: string): Entry {
    const entry = entries.get(key) ?? { acknowledged: undefined, open: [] }
    entries.set(key, entry)
    return entry
  }

  return {
    async write(key, value, send) {
      const entry = entryOf(key)
      entry.open.push(value)
      const response = await send()
      // No response or a 5xx: the write may have been applied.
      if (!response || response.status >= 500) return false
      entry.open.pop()
      if (response.status >= 300)
        throw new Error(`${key} was rejected with ${response.status}: ${JSON.stringify(response.body)}`)
      entries.set(key, { acknowledged: value, open: [] })
      acknowledgements += 1
      return true
    },
    isConsistent(key, found) {
      const { acknowledged, open } = entryOf(key)
      return found === acknowledged || (found !== undefined && open.includes(found))
    },
    keys: () => [...entries.keys()],
    acknowledged: (key) => entries.get(key)?.acknowledged,
    count: () => acknowledgements,
    reset(key, found) {
      if (found === undefined) entries.delete(key)
      else entries.set(key, { acknowledged: found, open: [] })
    },
  }
}
