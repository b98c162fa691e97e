import { similarLimits, type SimilarScripts } from '#contract/scripts/similar.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { readPackFiles } from '#server/archives/archives.public.ts'

import { findVersion } from './read-version.ts'
import {
  selectPacks,
  selectSameArchives,
  selectSharedFiles,
  selectSimilarScripts,
  selectTakenDown,
  type SameArchive,
  type SimilarScript,
} from './similar.queries.ts'
import { selectIsSameArchive } from './versions.queries.ts'

/** The most important of what is known about copies, in one sentence; null when there is nothing to say. */
function lineOf(same: SameArchive | undefined, similar: SimilarScript | undefined): string | null {
  if (same) return `Same archive as ${describe(same, same.at)}`
  if (!similar || similar.share < similarLimits.lineShareMin) return null
  return `${similar.share}% of the code is in ${describe(similar, similar.firstAt)}`
}

function describe({ name, author, ownFirstAt }: SameArchive | SimilarScript, at: Date): string {
  return `${name} by ${author}, uploaded ${age(at, ownFirstAt)}`
}

const minute = 60_000
const units = [
  ['year', 365.25 * 24 * 60 * minute],
  ['month', (365.25 / 12) * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** For example "14 months earlier": in the largest unit of which there are two. */
function age(date: Date, than: Date): string {
  const difference = than.getTime() - date.getTime()
  const size = Math.abs(difference)
  const [unit, length] = units.find(([, each]) => size >= 2 * each) ?? units[4]
  const count = Math.floor(size / length)
  const word = difference < 0 ? 'later' : 'earlier'
  return count === 0 ? `less than a minute ${word}` : `${count} ${unit}${count === 1 ? '' : 's'} ${word}`
}

/** Copies of a version by other authors. */
export async function findSimilar(app: App, actor: Actor | null, id: number): Promise<SimilarScripts> {
  const { db } = app
  const { version, analysis } = await findVersion(db, actor, id)
  const same = await selectSameArchives(db, [id])
  const similar = await selectSimilarScripts(db, [id])
  const files = analysis && (await readSharedFiles(app, analysis.id, similar))
  const ownFirstAt = [...same, ...similar].reduce(
    (first, { ownFirstAt: firstAt }) => (firstAt < first ? firstAt : first),
    version.createdAt,
  )
  return {
    state: analysis?.state ?? 'waiting',
    sameArchive: same.map(({ scriptId, name, author, at }) => ({
      script: { id: scriptId, name },
      author,
      at: at.toISOString(),
    })),
    scripts: similar.map(({ scriptId, name, author, share, firstAt, analysisId }) => {
      const shared = files?.get(analysisId) ?? []
      return {
        script: { id: scriptId, name },
        author,
        share,
        files: shared.slice(0, similarLimits.filesMax),
        filesTotal: shared.length,
        firstAt: firstAt.toISOString(),
      }
    }),
    ownFirstAt: ownFirstAt.toISOString(),
    takenDown: analysis ? await selectTakenDown(db, analysis.id) : [],
    line: lineOf(same[0], similar[0]),
  }
}

/** An earlier script of another author has the same archive, or nearly all of the code. */
export async function isCopy(
  db: Db,
  { id, sha256, createdAt }: { id: number; sha256: string; createdAt: Date },
  userId: number,
): Promise<boolean> {
  if (await selectIsSameArchive(db, { sha256 }, userId)) return true
  const similar = await selectSimilarScripts(db, [id])
  return similar.some(
    ({ share, firstAt, ownFirstAt }) =>
      share >= similarLimits.copyShareMin && firstAt < ownFirstAt && firstAt < createdAt,
  )
}

/** One line about the copies of each version, for a page of a list. Versions without copies are missing. */
export async function readSimilarityLines(
  db: Db,
  versionIds: readonly number[],
): Promise<Map<number, string>> {
  if (versionIds.length === 0) return new Map()
  const same = firstOf(await selectSameArchives(db, versionIds))
  const similar = firstOf(await selectSimilarScripts(db, versionIds))
  return new Map(
    versionIds.flatMap((id) => {
      const line = lineOf(same.get(id), similar.get(id))
      return line === null ? [] : [[id, line]]
    }),
  )
}

/** For each version the first script of another author with the same archive, and how many there are (20 at most). */
export async function readSameArchives(
  db: Db,
  versionIds: readonly number[],
): Promise<Map<number, SameArchive & { total: number }>> {
  if (versionIds.length === 0) return new Map()
  const rows = await selectSameArchives(db, versionIds)
  const byVersion = Map.groupBy(rows, ({ versionId }) => versionId)
  return new Map(
    [...firstOf(rows)].map(([id, row]) => [id, { ...row, total: byVersion.get(id)?.length ?? 1 }]),
  )
}

function firstOf<Row extends { versionId: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.toReversed().map((row) => [row.versionId, row]))
}

type SharedFile = SimilarScripts['scripts'][number]['files'][number]

/** The shared files of each analysis. A file whose pack is lost is left out. */
async function readSharedFiles(
  app: App,
  ownId: number,
  similar: readonly SimilarScript[],
): Promise<Map<number, SharedFile[]>> {
  const others = similar.map(({ analysisId }) => analysisId)
  const shared = await selectSharedFiles(app.db, ownId, others, similar[0]?.libraries ?? [])
  const packs = await selectPacks(app.db, [ownId, ...others])
  const paths = new Map<number, string[]>()
  for (const [id, pack] of packs)
    paths.set(
      id,
      (await readPackFiles(app, pack)).map(({ path }) => path),
    )
  const filesByAnalysis = new Map<number, SharedFile[]>()
  for (const { analysisId, position, theirPosition, sameBytes } of shared) {
    const path = paths.get(ownId)?.[position]
    const theirPath = paths.get(analysisId)?.[theirPosition]
    if (path === undefined || theirPath === undefined) continue
    const list = filesByAnalysis.get(analysisId) ?? []
    filesByAnalysis.set(analysisId, list)
    list.push({ path, theirPath, same: sameBytes ? 'bytes' : 'tokens' })
  }
  return filesByAnalysis
}
