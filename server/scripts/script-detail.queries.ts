import { takedownNumber } from '#contract/records/case-kinds.ts'
import type { Removal } from '#contract/scripts/removal-schemas.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import type { CoAuthorRole, ScriptRole } from '#contract/scripts/script-limits.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { versionLimits, type WorstFinding } from '#contract/scripts/version-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { avatarUrl } from '#server/access/access.public.ts'
import { users } from '#server/access/users/users.tables.ts'
import { analysisSummaryOf, selectWait, worstFinding } from '#server/archives/archives.public.ts'
import { takedownScripts } from '#server/records/cases/cases.tables.ts'
import { archiveAnalyses, archiveFindings, findingVerdicts } from '#server/archives/archives.tables.ts'
import {
  categories,
  scriptStates,
  scriptDocs,
  scriptFiles,
  scriptImages,
  scripts,
  type publications,
} from './scripts.tables.ts'

import { parseDescription, parseDocumentation } from './description.rules.ts'
import { heldBy, scriptRemovals } from './removals.tables.ts'
import { selectOwnership } from './script-rows.queries.ts'
import { downloadFileName, withdrawalOf, type Authored, maySeeScript } from './scripts.rules.ts'
import { findingComments, scriptVersions } from './versions.tables.ts'

type Detail = Authored & { script: Script; publication: (typeof publications)[number] }

/** A script with all data of its page, and its publication state. */
async function selectScript(db: Db, id: number): Promise<Detail | undefined> {
  const query = preparedStatement(db, 'script_detail', (on) =>
    on
      .select({
        row: scripts,
        author: users.username,
        avatar: users.avatar,
        isTeam: users.isTeam,
        category: categories.name,
        doc: {
          description: scriptDocs.description,
          documentation: scriptDocs.documentation,
          license: scriptDocs.license,
          sourceUrl: scriptDocs.sourceUrl,
          documentationUrl: scriptDocs.documentationUrl,
          supportUrl: scriptDocs.supportUrl,
        },
        maintenance: scriptStates.maintenance,
        basedOn: scriptStates.basedOn,
        extension: scriptFiles.extension,
        sha256: scriptFiles.sha256,
        versionId: scriptVersions.id,
        versionCount: sql<number>`(
          select count(*)::int from ${scriptVersions} v
          where v.script_id = ${scripts.id} and v.published_at is not null)`,
        withdrawnAt: scriptVersions.withdrawnAt,
        withdrawalKind: scriptVersions.withdrawalKind,
        withdrawalReason: scriptVersions.withdrawalReason,
        withdrawnBy: scriptVersions.withdrawnBy,
        withdrawnByModerator: scriptVersions.withdrawnByModerator,
        severity: archiveAnalyses.severity,
        analysis: {
          id: archiveAnalyses.id,
          state: archiveAnalyses.state,
          failure: archiveAnalyses.failure,
          isWhole: archiveAnalyses.isWhole,
          counts: archiveAnalyses.counts,
          accepted: archiveAnalyses.accepted,
          highRules: archiveAnalyses.highRules,
          summary: archiveAnalyses.summary,
        },
        coAuthors: sql<{ id: number; username: string; avatar: string | null; role: CoAuthorRole }[]>`(
          select coalesce(json_agg(json_build_object(
            'id', m.user_id, 'username', u.username, 'avatar', u.avatar, 'role', m.role) order by m.since, m.user_id), '[]')
          from script_members m join ${users} u on u.id = m.user_id where m.script_id = ${scripts.id})`,
        team: sql<{ id: number; role: ScriptRole }[]>`case when ${users.isTeam} then (
          select coalesce(json_agg(json_build_object('id', m.user_id, 'role', m.role) order by m.since, m.user_id), '[]')
          from team_members m where m.team_id = ${scripts.userId}) else '[]' end`,
        images: sql<string[]>`array(
          select i.address from ${scriptImages} i where i.script_id = ${scripts.id} order by ${asc(sql`i.position`)}, i.id)`,
      })
      .from(scripts)
      .innerJoin(users, eq(users.id, scripts.userId))
      .innerJoin(categories, eq(categories.id, scripts.categoryId))
      .innerJoin(scriptDocs, eq(scriptDocs.scriptId, scripts.id))
      .innerJoin(scriptFiles, eq(scriptFiles.scriptId, scripts.id))
      .leftJoin(scriptStates, eq(scriptStates.scriptId, scripts.id))
      .leftJoin(scriptVersions, eq(scriptVersions.key, scriptFiles.key))
      .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, scriptFiles.sha256))
      .where(eq(scripts.id, sql.placeholder('id'))),
  )
  const [result] = await query.execute({ id })
  if (!result) return undefined
  const { row, author, avatar, category, extension, sha256, images, versionId } = result
  const { description, documentation, license, sourceUrl, documentationUrl, supportUrl } = result.doc
  const { analysis, severity, maintenance } = result
  const basedOn = result.basedOn === null ? undefined : await selectBasedOn(db, id)
  const coAuthors = result.coAuthors.map(({ avatar: key, ...user }) => ({ ...user, avatar: avatarUrl(key) }))
  const isUnfinished = analysis?.state === 'waiting' || analysis?.state === 'running'
  const withdrawal = withdrawalOf({ ...result, ownerId: row.userId })
  const createdAt = row.createdAt.toISOString()
  const script: Script = {
    id: row.id,
    name: row.name,
    description,
    formattedDescription: parseDescription(description),
    ...(documentation !== null && {
      documentation,
      formattedDocumentation: parseDocumentation(documentation, images),
    }),
    ...(license !== null && { license }),
    ...(sourceUrl !== null && { sourceUrl }),
    ...(documentationUrl !== null && { documentationUrl }),
    ...(supportUrl !== null && { supportUrl }),
    ...(maintenance !== null && { maintenance }),
    ...(basedOn && { basedOn }),
    ...(coAuthors.length > 0 && { coAuthors }),
    ...(result.isTeam && { authorIsTeam: true as const, teamMembers: result.team }),
    image: row.image,
    images,
    category,
    author,
    authorAvatar: avatarUrl(avatar),
    version: row.version,
    tags: row.tags,
    script_status: row.status,
    downloads: row.downloads,
    views: row.views,
    likes: row.likes,
    uploadDate: createdAt,
    createdAt,
    updatedAt: row.updatedAt.toISOString(),
    userId: row.userId,
    fileName: downloadFileName(row.name, row.version, extension),
    fileSize: row.fileSize,
    sha256,
    ...(versionId !== null && {
      versionId,
      versionCount: result.versionCount,
      severity: analysis?.state === 'done' ? severity : null,
      analysis: analysisSummaryOf(analysis, {
        wait: isUnfinished ? await selectWait(db, sha256, versionLimits.positionMax) : null,
        worst:
          analysis && severity && severity !== 'none'
            ? await selectWorst(db, id, analysis.id, severity)
            : null,
      }),
    }),
    ...(row.publication === 'review' && { isInReview: true }),
    ...(row.publication === 'removed' && { removal: await selectRemoval(db, row.id) }),
    ...(withdrawal && { withdrawal }),
  }
  const members = [
    ...result.team.map(({ id: userId, role }) => ({ userId, role, isOfTeam: true })),
    ...coAuthors.map(({ id: userId, role }) => ({ userId, role })),
  ]
  return { script, publication: row.publication, userId: row.userId, members }
}

/** Findings of one severity that are considered as the worst. */
const candidatesMax = 50

async function selectWorst(
  db: Db,
  scriptId: number,
  analysisId: number,
  severity: 'high' | 'medium' | 'low',
): Promise<WorstFinding | null> {
  const [f, v, c] = [archiveFindings, findingVerdicts, findingComments]
  const rows = await db
    .select({
      rule: f.rule,
      severity: f.severity,
      side: f.side,
      path: f.path,
      line: f.line,
      isInComment: f.isInComment,
      verdict: v.verdict,
      isExplained: sql<boolean>`${c.text} is not null`,
    })
    .from(f)
    .leftJoin(v, and(eq(v.fileSha256, f.fileSha256), eq(v.rule, f.rule)))
    .leftJoin(c, and(eq(c.scriptId, scriptId), eq(c.rule, f.rule), eq(c.path, f.path)))
    .where(
      and(
        eq(f.analysisId, analysisId),
        eq(f.severity, severity),
        sql`${v.verdict} is distinct from 'accepted'`,
      ),
    )
    .orderBy(asc(f.position))
    .limit(candidatesMax)
  return worstFinding(rows)
}

/** A script that the user may see; otherwise 404. */
export async function readScript(db: Db, actor: Actor | null, id: number): Promise<Script> {
  const row = await selectScript(db, id)
  if (!row || !maySeeScript(actor, row)) throw notFound('Script not found')
  return row.script
}

/** The authors and the publication state of a script that the user may see; otherwise 404. */
export async function findOwnership(db: Db, actor: Actor | null, id: number) {
  const script = await selectOwnership(db, id)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return script
}

/** The public script that this one is based on. */
export async function selectBasedOn(db: Db, scriptId: number) {
  const [row] = await db
    .select({ id: scripts.id, name: scripts.name })
    .from(scriptStates)
    .innerJoin(scripts, and(eq(scripts.id, scriptStates.basedOn), eq(scripts.publication, 'published')))
    .where(eq(scriptStates.scriptId, scriptId))
  return row
}

/** Why a script is hidden. */
async function selectRemoval(db: Db, scriptId: number): Promise<Removal | undefined> {
  const r = scriptRemovals
  const [row] = await db
    .select({ id: r.id, reason: r.reason, note: r.note, at: r.removedAt, notice: takedownScripts.caseId })
    .from(r)
    .leftJoin(takedownScripts, heldBy)
    .where(and(eq(r.scriptId, scriptId), isNull(r.restoredAt)))
    .orderBy(asc(takedownScripts.caseId))
    .limit(1)
  if (!row) return undefined
  const { notice, at, ...removal } = row
  return { ...removal, at: at.toISOString(), ...(notice !== null && { takedown: takedownNumber(notice) }) }
}
