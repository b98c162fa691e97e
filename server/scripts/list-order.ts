import { perHub, type Hub } from '#platform/hub.ts'

import { selectMarks, selectStretch, type ListOrder, type Mark } from './scripts.queries.ts'

/** Ids in a stretch: as many are walked along an index in the time of two more questions. */
const spacing = 1_000

/** Stretches of all lists that are kept, at four bytes an id. */
const stretchesMax = 1_000

/**
 * A list's order as far as anybody looked: its ids in stretches of a thousand, and marks, the last entries of
 * those, at which a stretch far into the list begins.
 */
type Known = {
  isFresh: () => boolean
  marks: Mark[]
  growing: Promise<void>
  stretches: Map<number, Promise<Int32Array>>
}

const knownBy = perHub(() => new Map<string, Known>())

/**
 * The ids of a part of a list, so that page 500 takes no longer than page 1 and neither looks for its place with
 * each request. What is known is kept until the list changes; then the first who comes walks again.
 */
export async function idsOfPart(
  hub: Hub,
  order: ListOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const known = knownOf(hub, order)
  const end = offset + limit
  const ids: number[] = []
  for (let n = Math.floor(offset / spacing); n * spacing < end; n++) {
    const stretch = await stretchOf(hub, order, known, n)
    ids.push(...stretch.subarray(Math.max(0, offset - n * spacing), end - n * spacing))
  }
  return ids
}

function knownOf(hub: Hub, order: ListOrder): Known {
  const lists = knownBy(hub)
  const name = JSON.stringify([order.sort, order.fromEnd, order.categoryId, order.status])
  const known = lists.get(name)
  if (known?.isFresh()) return known
  const fresh: Known = {
    isFresh: hub.cache.watch(tagsOf(order)),
    marks: [],
    growing: Promise.resolve(),
    stretches: new Map(),
  }
  lists.set(name, fresh)
  return fresh
}

/** What moves entries of the list, as the list itself is tagged; only counted orders move with the counters. */
function tagsOf({ sort }: ListOrder): string[] {
  return sort === 'newest' ? ['scripts', 'categories'] : ['scripts', 'categories', 'counters']
}

function stretchOf(hub: Hub, order: ListOrder, known: Known, n: number): Promise<Int32Array> {
  const kept = known.stretches.get(n)
  if (kept) return kept
  makeRoom(hub)
  const read = readStretch(hub, order, known, n)
  known.stretches.set(n, read)
  read.catch(() => known.stretches.delete(n))
  return read
}

/** Whoever looks through all lists to their ends makes them be read again, not the memory overflow. */
function makeRoom(hub: Hub): void {
  const lists = [...knownBy(hub).values()]
  const count = lists.reduce((sum, { stretches }) => sum + stretches.size, 0)
  if (count >= stretchesMax) for (const { stretches } of lists) stretches.clear()
}

async function readStretch(hub: Hub, order: ListOrder, known: Known, n: number): Promise<Int32Array> {
  // One walk at a time, each from where the last one ended: a crowd on the way to the same page walks once.
  known.growing = known.growing.catch(() => undefined).then(() => grow(hub, order, known, n))
  await known.growing
  const mark = known.marks[n - 1]
  if (n > 0 && !mark) return new Int32Array()
  return Int32Array.from(await selectStretch(hub.db, order, mark, spacing))
}

async function grow({ db }: Hub, order: ListOrder, { marks }: Known, wanted: number): Promise<void> {
  const missing = wanted - marks.length
  if (missing > 0) marks.push(...(await selectMarks(db, order, marks.at(-1), missing, spacing)))
}
