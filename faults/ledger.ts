import type { Answer } from './client.ts'

type Entry = { acknowledged: string | undefined; open: string[] }

/** What a hub has acknowledged, thing by thing, and what it may have done besides. */
export type Ledger = {
  /** Notes a write before it is sent and by its answer; whoever wrote it learns whether it was acknowledged. */
  write: (thing: string, value: string, send: () => Promise<Answer | undefined>) => Promise<boolean>
  /** Whether a thing may be as it was found: as acknowledged last, or as a write left it that was never answered. */
  allows: (thing: string, found: string | undefined) => boolean
  things: () => string[]
  acknowledged: (thing: string) => string | undefined
  /** Everything that was acknowledged so far. */
  count: () => number
  /** Takes what was found for the truth: whatever was open is settled. */
  settle: (thing: string, found: string | undefined) => void
}

export function openLedger(): Ledger {
  const entries = new Map<string, Entry>()
  let acknowledgements = 0

  function entryOf(thing: string): Entry {
    const entry = entries.get(thing) ?? { acknowledged: undefined, open: [] }
    entries.set(thing, entry)
    return entry
  }

  return {
    async write(thing, value, send) {
      const entry = entryOf(thing)
      entry.open.push(value)
      const answer = await send()
      // No answer, or one that says that something broke: it may have been done all the same.
      if (!answer || answer.status >= 500) return false
      entry.open.pop()
      if (answer.status >= 300)
        throw new Error(`${thing} was refused with ${answer.status}: ${JSON.stringify(answer.body)}`)
      entries.set(thing, { acknowledged: value, open: [] })
      acknowledgements += 1
      return true
    },
    allows(thing, found) {
      const { acknowledged, open } = entryOf(thing)
      return found === acknowledged || (found !== undefined && open.includes(found))
    },
    things: () => [...entries.keys()],
    acknowledged: (thing) => entries.get(thing)?.acknowledged,
    count: () => acknowledgements,
    settle(thing, found) {
      if (found === undefined) entries.delete(thing)
      else entries.set(thing, { acknowledged: found, open: [] })
    },
  }
}
