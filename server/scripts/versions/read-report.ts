import type { ResourceDescription } from '#contract/archives/analysis.ts'
import type { Report, ReportFinding, ReportResource } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import {
  describeFailure,
  selectAnalysis,
  selectFindings,
  titleOfRule,
  worstFinding,
  type AnalysisDetail,
} from '#server/archives/archives.public.ts'

import { isAuthor } from '#server/scripts/scripts.rules.ts'
import { selectBasedOn } from '#server/scripts/script-detail.queries.ts'

import { selectSimilarScripts } from './similar.queries.ts'
import { findReport, readWait, versionSummaryOf } from './read-version.ts'
import { selectProviders } from './providers.queries.ts'
import { selectComments, selectUpload, type VersionRow } from './versions.queries.ts'
import { selectPreviousVersion } from './version-changes.queries.ts'

/** Dependencies that are linked. */
const namesMax = 500

export async function readReport(db: Db, actor: Actor | null, id: number): Promise<Report> {
  const row = await findReport(db, actor, id)
  const { version, script } = row
  const analysis = await selectAnalysis(db, version.sha256)
  const { uploadedBy, isFirst } = await selectUpload(db, version)
  const previous = isFirst ? undefined : await selectPreviousVersion(db, version)
  const state = analysis?.state ?? 'waiting'
  const wait = await readWait(db, row)
  return {
    version: { ...versionSummaryOf(row), analysis: state },
    script: { id: version.scriptId, name: script.name, author: script.author, userId: script.userId },
    context: {
      authorSince: script.authorSince.toISOString(),
      authorScripts: script.authorScripts,
      isFirstVersion: isFirst,
      previous: previous ?? null,
      uploadedBy,
      isUploadedByAuthor: version.createdBy === null || isAuthor({ id: version.createdBy }, script),
    },
    basedOn: await readBasedOn(db, version),
    state,
    position: wait?.position ?? null,
    wait,
    failure: state === 'failed' ? describeFailure(analysis?.failure ?? null) : null,
    ...(analysis && state === 'done' ? await readResults(db, row, analysis) : noResults),
  }
}

/** The share is that of the code of this version, as moderators see it for copies. */
async function readBasedOn(db: Db, { id, scriptId }: VersionRow['version']): Promise<Report['basedOn']> {
  const script = await selectBasedOn(db, scriptId)
  if (!script) return null
  const similar = await selectSimilarScripts(db, [id])
  return { script, share: similar.find((other) => other.scriptId === script.id)?.share ?? null }
}

type Results = Pick<
  Report,
  | 'revision'
  | 'scannedAt'
  | 'severity'
  | 'isWhole'
  | 'contents'
  | 'resources'
  | 'resourcesTotal'
  | 'capabilities'
  | 'findings'
  | 'worst'
  | 'counts'
  | 'accepted'
>

const noResults: Results = {
  revision: null,
  scannedAt: null,
  severity: null,
  isWhole: true,
  contents: null,
  resources: [],
  resourcesTotal: 0,
  capabilities: [],
  findings: [],
  worst: null,
  counts: { high: 0, medium: 0, low: 0 },
  accepted: 0,
}

async function readResults(db: Db, { version }: VersionRow, analysis: AnalysisDetail): Promise<Results> {
  const findings = await readFindings(db, version.scriptId, analysis.id)
  return {
    revision: analysis.revision,
    scannedAt: analysis.finishedAt?.toISOString() ?? null,
    severity: analysis.severity,
    isWhole: analysis.isWhole,
    contents: analysis.contents,
    resources: await linkDependencies(db, analysis.resources ?? []),
    resourcesTotal: analysis.resourcesTotal,
    capabilities: analysis.capabilities ?? [],
    findings,
    worst: worstFinding(
      findings.map((finding) => ({
        ...finding,
        isExplained: finding.comment !== null,
        verdict: finding.verdict?.verdict ?? null,
      })),
    ),
    counts: analysis.counts ?? noResults.counts,
    accepted: analysis.accepted,
  }
}

async function readFindings(db: Db, scriptId: number, analysisId: number): Promise<ReportFinding[]> {
  const findings = await selectFindings(db, analysisId)
  const comments = await selectComments(
    db,
    scriptId,
    findings.map(({ path }) => path),
  )
  const commentOf = new Map(
    comments.map(({ rule, path, text, at }) => [`${rule} ${path}`, { text, at: at.toISOString() }]),
  )
  return findings.map((finding) => ({
    ...finding,
    title: titleOfRule(finding.rule),
    comment: commentOf.get(`${finding.rule} ${finding.path}`) ?? null,
  }))
}

/** Resources of the archive itself need no link. */
async function linkDependencies(
  db: Db,
  resources: readonly ResourceDescription[],
): Promise<ReportResource[]> {
  const own = new Set(resources.flatMap(({ name, provides }) => [name, ...provides]))
  const needed = new Set(resources.flatMap(({ dependencies }) => dependencies.map(({ name }) => name)))
  const providers = await selectProviders(db, [...needed.difference(own)].slice(0, namesMax))
  return resources.map((resource) => ({
    ...resource,
    dependencies: resource.dependencies.map((need) => ({
      ...need,
      script: providers.get(need.name) ?? null,
    })),
  }))
}
