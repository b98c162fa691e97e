import { pagination } from '#contract/platform/fields.ts'
import type { Tree, TreeQuery } from '#contract/scripts/file-schemas.ts'
import {
  versionLimits,
  type AnalysisWait,
  type VersionPage,
  type VersionSummary,
} from '#contract/scripts/version-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import {
  findPackFiles,
  selectWait,
  selectSeverities,
  type StoredPack,
} from '#server/archives/archives.public.ts'
import { selectUsernames } from '#server/scripts/authors.queries.ts'
import {
  authorIds,
  mayManageVersions,
  maySeeScript,
  withdrawalOf,
  readerOf,
  downloadFileName,
} from '#server/scripts/scripts.rules.ts'
import { findOwnership } from '#server/scripts/script-detail.queries.ts'
import { selectVersion, selectVersionCount, selectVersions, type VersionRow } from './versions.queries.ts'
import { parseDescription } from '#server/scripts/description.rules.ts'

/** A version that the user may see; otherwise 404. */
export async function findVersion(db: Db, actor: Actor | null, id: number): Promise<VersionRow> {
  const row = await selectVersion(db, id)
  if (!row || !maySeeVersion(readerOf(actor, row.version.scriptId), row)) throw notFound('Version not found')
  return row
}

/** Its report is visible too when it was withdrawn for security and its script is hidden. */
export async function findReport(db: Db, actor: Actor | null, id: number): Promise<VersionRow> {
  const row = await selectVersion(db, id)
  if (!row || !maySeeReport(readerOf(actor, row.version.scriptId), row)) throw notFound('Version not found')
  return row
}

/** A version whose archive and files the user may see. */
export async function findFiles(db: Db, actor: Actor | null, id: number): Promise<VersionRow> {
  const row = await findVersion(db, actor, id)
  if (!maySeeFiles(readerOf(actor, row.version.scriptId), row))
    throw notFound(`This version was withdrawn: ${row.version.withdrawalReason ?? ''}`)
  return row
}

export async function readVersion(db: Db, actor: Actor | null, id: number): Promise<VersionSummary> {
  return versionSummaryOf(await findReport(db, actor, id))
}

/** Null for a version that is gone or that the user may not see. */
export async function findVersionSummary(
  db: Db,
  actor: Actor | null,
  id: number,
): Promise<VersionSummary | null> {
  const row = await selectVersion(db, id)
  return row && maySeeReport(actor, row) ? versionSummaryOf(row) : null
}

export async function listVersions(
  db: Db,
  actor: Actor | null,
  scriptId: number,
  { page, limit }: { page: number; limit: number },
): Promise<VersionPage> {
  const reader = readerOf(actor, scriptId)
  const script = await findOwnership(db, reader, scriptId)
  const listed = { scriptId, withUnpublished: mayManageVersions(reader, script) }
  const total = await selectVersionCount(db, listed)
  const rows = await selectVersions(db, listed, { limit, offset: (page - 1) * limit })
  const former = rows.flatMap(({ version }) => (version.isByAuthor ? [version.createdBy ?? 0] : []))
  const names = await selectUsernames(db, [...authorIds(script), ...former])
  const versions: VersionSummary[] = []
  for (const row of rows) {
    const wait = await readWait(db, row)
    const { createdBy, isByAuthor } = row.version
    const uploadedBy = isByAuthor === false ? undefined : names.get(createdBy ?? 0)
    versions.push({ ...versionSummaryOf(row), ...(wait && { wait }), ...(uploadedBy && { uploadedBy }) })
  }
  return { versions, pagination: pagination(page, limit, total) }
}

/** Null unless the archive waits or is being read. */
export async function readWait(db: Db, { version, analysis }: VersionRow): Promise<AnalysisWait | null> {
  if (analysis?.state !== 'waiting' && analysis?.state !== 'running') return null
  return selectWait(db, version.sha256, versionLimits.positionMax)
}

/** The files of an analysed version; without its archive the files are gone too. */
export async function readTree(app: App, actor: Actor | null, id: number, part: TreeQuery): Promise<Tree> {
  const row = await findFiles(app.db, actor, id)
  const version = versionSummaryOf(row)
  const pack = packOf(row)
  if (!pack) return { version, files: [], filesTotal: 0 }
  const severities = await selectSeverities(app.db, pack.analysisId)
  const { files, filesTotal } = await findPackFiles(app, pack, part)
  return {
    version,
    files: files.map((file) => ({ ...file, severity: severities.get(file.path) ?? null })),
    filesTotal,
  }
}

/** Undefined until the archive is analysed, and for a version whose archive is gone. */
export function packOf({ version, analysis }: VersionRow): (StoredPack & { analysisId: number }) | undefined {
  return version.key === null || analysis?.state !== 'done' ? undefined : packOfAnalysis(analysis)
}

type AnalysisPack = Pick<NonNullable<VersionRow['analysis']>, 'id' | 'packKey' | 'packSize' | 'indexAt'>

export function packOfAnalysis({
  id,
  packKey,
  packSize,
  indexAt,
}: AnalysisPack): (StoredPack & { analysisId: number }) | undefined {
  if (packKey === null || packSize === null || indexAt === null) return undefined
  return { analysisId: id, key: packKey, size: packSize, indexAt }
}

/** A version that was never published is visible to the authors and moderators only. */
function maySeeVersion(actor: Actor | null, row: VersionRow): boolean {
  if (mayManageVersions(actor, row.script)) return true
  return row.version.publishedAt !== null && maySeeScript(actor, row.script)
}

/** Everyone who downloaded a version can read why it was withdrawn for security, also when its script is hidden. */
function maySeeReport(actor: Actor | null, row: VersionRow): boolean {
  return (
    maySeeVersion(actor, row) ||
    (row.version.withdrawalKind === 'security' && row.version.publishedAt !== null)
  )
}

/** The archive and the files of a version that was withdrawn for security are for the authors and moderators. */
export function maySeeFiles(actor: Actor | null, row: VersionRow): boolean {
  return row.version.withdrawalKind !== 'security' || mayManageVersions(actor, row.script)
}

export function versionSummaryOf(row: VersionRow): VersionSummary {
  const { version, script, currentKey, analysis, reviewId } = row
  const { id, scriptId, number, key, size, sha256, createdAt, publishedAt } = version
  const withdrawal = withdrawalOf({ ...version, ownerId: script.userId })
  return {
    id,
    scriptId,
    number,
    changelog: version.changelog,
    ...(version.changelog && { formattedChangelog: parseDescription(version.changelog) }),
    state: withdrawal ? 'withdrawn' : publishedAt ? 'published' : reviewId === null ? 'scanning' : 'waiting',
    ...(reviewId !== null && { reviewId }),
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt && publishedAt.toISOString(),
    withdrawal,
    downloads: version.downloads,
    change: version.change,
    isCurrent: !withdrawal && key !== null && key === currentKey,
    hasFile: key !== null,
    fileName: downloadFileName(script.name, number, version.extension),
    fileSize: size,
    sha256,
    analysis: analysis?.state ?? 'waiting',
    severity: analysis?.state === 'done' ? analysis.severity : null,
  }
}
