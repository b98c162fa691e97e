import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import { downloadFileName } from '#server/scripts/download-file-name.rules.ts'
import { mayManageVersions, maySeeScript, withdrawalOf } from '#server/scripts/scripts.rules.ts'
import { parseDescription } from '#server/scripts/description.rules.ts'

import type { VersionRow } from './versions.queries.ts'

/** A version that was never published is visible to the authors and moderators only. */
export function maySeeVersion(actor: Actor | null, row: VersionRow): boolean {
  if (mayManageVersions(actor, row.script)) return true
  return publishedAtOf(row) !== null && maySeeScript(actor, row.script)
}

/** Everyone who downloaded a version can read why it was withdrawn for security, also when its script is hidden. */
export function maySeeReport(actor: Actor | null, row: VersionRow): boolean {
  return (
    maySeeVersion(actor, row) || (row.version.withdrawalKind === 'security' && publishedAtOf(row) !== null)
  )
}

/** The archive and the files of a version that was withdrawn for security are for the authors and moderators. */
export function maySeeFiles(actor: Actor | null, row: VersionRow): boolean {
  return row.version.withdrawalKind !== 'security' || mayManageVersions(actor, row.script)
}

/** Null while the version waits. The current version of a published script may be published by an earlier release. */
export function publishedAtOf({ version, script, currentKey }: VersionRow): Date | null {
  const isShown = script.publication === 'published' && version.key !== null && version.key === currentKey
  return version.publishedAt ?? (isShown ? version.createdAt : null)
}

export function versionSummaryOf(row: VersionRow): VersionSummary {
  const { version, script, currentKey, analysis, reviewId } = row
  const { id, scriptId, number, key, size, sha256, createdAt } = version
  const publishedAt = publishedAtOf(row)
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
