import { blocklistLimits, type BlocklistEffect, type BlocklistKey } from '#contract/moderation/blocklist.ts'
import type { Actor } from '#platform/actor.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { forbidden } from '#platform/errors.ts'
import { isInPack } from '#server/archives/archives.public.ts'

import {
  selectArchivesOf,
  selectIsListed,
  selectPublishedPacks,
  selectVersionCount,
} from './blocklist.queries.ts'
import { findScriptsWith } from './find-touched.ts'

type Reader = Pick<Actor, 'isAdmin' | 'isOwner'>
type Matches = { archives: string[]; isWhole: boolean }

/** For one search. */
const milliseconds = 4_000
const packSizeMax = 32 * 1024 ** 2
const batchSize = 100

/** Shows what an entry would affect, before it is added. */
export async function readEffect(app: App, reader: Reader, key: BlocklistKey): Promise<BlocklistEffect> {
  const isListed = await selectIsListed(app.db, key)
  const { archives, isWhole } = isListed ? nothing : await findMatches(app, key)
  const versions = await selectVersionCount(app.db, archives)
  return {
    isListed,
    archives: archives.length,
    versions,
    isWhole,
    scripts: await findScriptsWith(app.db, archives),
    needsAdministrator: needsAdministrator(reader, versions),
  }
}

const nothing: Matches = { archives: [], isWhole: true }

/** Before the transaction that adds the entries, because a search takes seconds. */
export async function assertMayBlock(app: App, actor: Reader, keys: readonly BlocklistKey[]): Promise<void> {
  if (actor.isOwner || actor.isAdmin) return
  for (const key of keys) {
    if (await selectIsListed(app.db, key)) continue
    const { archives, isWhole } = await findMatches(app, key)
    const versions = await selectVersionCount(app.db, archives)
    if (needsAdministrator(actor, versions))
      throw forbidden(
        `This matches ${isWhole ? '' : 'at least '}${versions} published versions. Only an administrator can block more than ${blocklistLimits.versionsMax}`,
      )
  }
}

function needsAdministrator({ isAdmin, isOwner }: Reader, versions: number): boolean {
  return !isAdmin && !isOwner && versions > blocklistLimits.versionsMax
}

async function findMatches(app: App, key: BlocklistKey): Promise<Matches> {
  if (key.kind === 'host' || key.kind === 'text') return searches(app)(() => search(app, key.value))
  const { archives, isWhole } = await selectArchivesOf(app.db, key)
  return { archives, isWhole }
}

/** One search at a time on each node. */
const searches = lazySingleton(() => {
  let last: Promise<unknown> = Promise.resolve()
  return (run: () => Promise<Matches>): Promise<Matches> => {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
})

/** Newest archives first. */
async function search(app: App, words: string): Promise<Matches> {
  const end = performance.now() + milliseconds
  const isOver = () => performance.now() > end
  const archives: string[] = []
  let isWhole = true
  for (let before: number | undefined = 2 ** 31 - 1; before !== undefined;) {
    const packs = await selectPublishedPacks(app.db, before, batchSize)
    for (const { sha256, pack } of packs) {
      if (isOver()) return { archives, isWhole: false }
      if (pack.size > packSizeMax) isWhole = false
      else if (await isInPack(app, pack, words, isOver)) archives.push(sha256)
    }
    before = packs.at(-1)?.id
  }
  return { archives, isWhole: isWhole && !isOver() }
}
