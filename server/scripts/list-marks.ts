import { perHub, type Hub } from '#platform/hub.ts'

import { selectMarks, type ListOrder, type Mark } from './scripts.queries.ts'

/** A page is at most so many entries away from a mark: as many are walked in the time of one more question. */
const spacing = 1_000

/** Entry 999, 1999, … of a list, as far as anybody went along it. */
type Marks = { isFresh: () => boolean; at: Mark[]; growing: Promise<void> }

const marksOf = perHub(() => new Map<string, Marks>())

/**
 * Where to begin, so that page 500 takes no longer than page 1: the last marked entry before an offset, and how
 * many entries lie before the next one. Marks are kept until a list changes; then the first who goes far walks again.
 */
export async function findMark(
  hub: Hub,
  order: ListOrder,
  offset: number,
): Promise<{ mark: Mark; offset: number } | undefined> {
  const wanted = Math.floor(offset / spacing)
  if (wanted === 0) return undefined
  const marks = freshMarks(hub, order)
  // One walk at a time, each from where the last one ended: a crowd on the way to the same page walks once.
  marks.growing = marks.growing.catch(() => undefined).then(() => grow(hub, order, marks, wanted))
  await marks.growing
  const count = Math.min(wanted, marks.at.length)
  const mark = marks.at[count - 1]
  return mark && { mark, offset: count * spacing }
}

function freshMarks(hub: Hub, order: ListOrder): Marks {
  const known = marksOf(hub)
  const name = JSON.stringify([order.sort, order.fromEnd, order.categoryId, order.status])
  const kept = known.get(name)
  if (kept?.isFresh()) return kept
  const fresh = { isFresh: hub.cache.watch(tagsOf(order)), at: [], growing: Promise.resolve() }
  known.set(name, fresh)
  return fresh
}

/** What moves entries of the list, as the list itself is tagged; only counted orders move with the counters. */
function tagsOf({ sort }: ListOrder): string[] {
  return sort === 'newest' ? ['scripts', 'categories'] : ['scripts', 'categories', 'counters']
}

async function grow({ db }: Hub, order: ListOrder, marks: Marks, wanted: number): Promise<void> {
  const missing = wanted - marks.at.length
  if (missing > 0) marks.at.push(...(await selectMarks(db, order, marks.at.at(-1), missing, spacing)))
}
