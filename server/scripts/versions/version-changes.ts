import { z } from 'zod/mini'

import {
  changesLimits,
  type ChangedFile,
  type ChangedFinding,
  type Changes,
  type ServerChanges,
} from '#contract/scripts/changes.ts'
import type { VersionChange } from '#contract/scripts/version-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { badRequest, HttpError } from '#platform/errors.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import {
  analysisTag,
  readPackFiles,
  selectAnalyses,
  selectFindings,
  titleOfRule,
} from '#server/archives/archives.public.ts'

import { compareCapabilities, compareFiles, compareServer } from './compare-versions.rules.ts'
import { linkProviders } from './providers.queries.ts'
import { findVersion, packOf, packOfAnalysis, maySeeFiles, versionSummaryOf } from './read-version.ts'
import { compareVersionsJob } from './update-current.ts'
import {
  selectPreviousVersion,
  selectVersionsToCompare,
  updateVersionChange,
} from './version-changes.queries.ts'
import type { VersionRow } from './versions.queries.ts'

/** Compares a version with another one of its script, or with the one that was published before it. */
export async function readChanges(
  app: App,
  actor: Actor | null,
  id: number,
  fromId: number | undefined,
): Promise<Changes> {
  const { db } = app
  const to = await findVersion(db, actor, id)
  const previousId = fromId ?? (await selectPreviousVersion(db, to.version))?.id
  if (previousId === undefined) return { ...unknown, from: null, to: versionSummaryOf(to), state: 'first' }
  const from = await findVersion(db, actor, previousId)
  if (from.version.scriptId !== to.version.scriptId)
    throw badRequest('The versions belong to different scripts')
  const versions = { from: versionSummaryOf(from), to: versionSummaryOf(to) }
  const states = [from.analysis?.state, to.analysis?.state]
  if (states.includes('failed')) return { ...unknown, ...versions, state: 'failed' }
  if (!from.analysis || !to.analysis || states.some((state) => state !== 'done'))
    return { ...unknown, ...versions, state: 'unfinished' }
  const compared = await readFileChanges(app, actor, from, to)
  const changedFiles = compared?.files ?? []
  return {
    ...versions,
    state: compared ? 'compared' : 'no-files',
    ...(await readAnalysisChanges(db, from.version, to.version, changedFiles)),
    findings: await readFindingChanges(db, from.analysis, to.analysis, changedFiles),
    files: changedFiles.toSorted(textsFirst).slice(0, changesLimits.filesMax),
    filesTotal: changedFiles.length,
    fileCounts: compared?.counts ?? unknown.fileCounts,
  }
}

const unknown = {
  capabilities: { added: [], removed: [] },
  findings: { added: [], removed: [] },
  server: {
    requires: { added: [], removed: [] },
    needs: { build: null, onesync: false, gameBuild: null },
    convars: { added: [], removed: [], changed: [] },
    sql: [],
  },
  files: [],
  filesTotal: 0,
  fileCounts: { changed: 0, added: 0, removed: 0, moved: 0 },
} satisfies Partial<Changes>

/** Undefined where the archive of a version was removed or the user may not see it, or until a lost pack is made again. */
async function readFileChanges(app: App, actor: Actor | null, from: VersionRow, to: VersionRow) {
  if (!maySeeFiles(actor, from) || !maySeeFiles(actor, to)) return undefined
  const [before, after] = [packOf(from), packOf(to)]
  if (!before || !after) return undefined
  try {
    return compareFiles(...(await Promise.all([readPackFiles(app, before), readPackFiles(app, after)])))
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') return undefined
    throw error
  }
}

async function readAnalysisChanges(
  db: Db,
  from: { sha256: string },
  to: { sha256: string },
  files: readonly ChangedFile[],
): Promise<Pick<Changes, 'capabilities' | 'server'>> {
  const analyses = await selectAnalyses(db, [from.sha256, to.sha256])
  const [before, after] = [analyses.get(from.sha256), analyses.get(to.sha256)]
  const { requires, ...server } = compareServer(before?.resources ?? [], after?.resources ?? [])
  return {
    capabilities: compareCapabilities(before?.capabilities ?? [], after?.capabilities ?? []),
    server: {
      ...server,
      requires: { ...requires, added: await linkProviders(db, requires.added) },
      sql: sqlOf(files),
    },
  }
}

function sqlOf(files: readonly ChangedFile[]): ServerChanges['sql'] {
  return files
    .flatMap(({ path, change }) =>
      /\.sql$/i.test(path) && (change === 'changed' || change === 'added') ? [{ path, change }] : [],
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .slice(0, changesLimits.serverMax)
}

async function readFindingChanges(
  db: Db,
  from: { id: number },
  to: { id: number },
  files: readonly ChangedFile[],
): Promise<Changes['findings']> {
  return compareFindings(await readFindings(db, from.id), await readFindings(db, to.id), files)
}

async function readFindings(db: Db, analysisId: number): Promise<ChangedFinding[]> {
  const findings = await selectFindings(db, analysisId)
  return findings.map((finding) => ({
    ...finding,
    title: titleOfRule(finding.rule),
    isAccepted: finding.verdict?.verdict === 'accepted',
  }))
}

function textsFirst(a: ChangedFile, b: ChangedFile): number {
  if (a.isText !== b.isText) return a.isText ? -1 : 1
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

/** Two findings with these values are the same one. The line does not count, because the lines above it may have changed. */
type Comparable = Pick<ChangedFinding, 'rule' | 'path' | 'excerpt' | 'detail'>

/** The findings of one version that the other has not. */
function compareFindings<T extends Comparable>(
  before: readonly T[],
  after: readonly T[],
  files: readonly Pick<ChangedFile, 'path' | 'from'>[],
): { added: T[]; removed: T[] } {
  const movedTo = new Map(files.flatMap(({ path, from }) => (from === null ? [] : [[from, path]])))
  const keyOf = ({ rule, path, excerpt, detail }: Comparable) => JSON.stringify([rule, path, excerpt, detail])
  const known = Map.groupBy(before, (finding) =>
    keyOf({ ...finding, path: movedTo.get(finding.path) ?? finding.path }),
  )
  const added = after.filter((finding) => known.get(keyOf(finding))?.shift() === undefined)
  const rest = new Set([...known.values()].flat())
  return { added, removed: before.filter((finding) => rest.has(finding)) }
}

const Payload = z.object({ id: z.int() })

export const compareVersions: Job = {
  name: compareVersionsJob,
  run: (app, payload) => updateChanges(app, Payload.parse(payload).id),
}

/** Writes what a version changes, and what those after it change that are compared with it. */
export async function updateChanges(app: App, id: number): Promise<void> {
  for (const version of await selectVersionsToCompare(app.db, id)) {
    const change = await compare(app, version)
    await inTransaction(app.db, async (tx) => {
      if (await updateVersionChange(tx, version, change)) invalidate(tx, analysisTag(version.sha256))
    })
  }
}

/** Null for a first version, and until both archives are analysed. */
async function compare(
  app: App,
  { sha256, previousSha256 }: { sha256: string; previousSha256: string | null },
): Promise<VersionChange | null> {
  if (previousSha256 === null) return null
  const analyses = await selectAnalyses(app.db, [sha256, previousSha256])
  const [before, after] = [analyses.get(previousSha256), analyses.get(sha256)]
  const [packBefore, packAfter] = [before && packOfAnalysis(before), after && packOfAnalysis(after)]
  if (!before || !after || !packBefore || !packAfter) return null
  const { added, removed } = compareCapabilities(before.capabilities, after.capabilities)
  const { counts } = compareFiles(await readPackFiles(app, packBefore), await readPackFiles(app, packAfter))
  const max = changesLimits.storedCapabilitiesMax
  return {
    added: added.slice(0, max),
    removed: removed.slice(0, max),
    // A file that was moved is a change of the archive, too.
    files: { added: counts.added, removed: counts.removed, changed: counts.changed + counts.moved },
  }
}
