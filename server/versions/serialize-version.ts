import type { VersionSummary } from '#contract/versions.ts'
import type { Actor } from '#platform/actor.ts'
import { downloadFileName, maySeeScript } from '#server/scripts/scripts.public.ts'

import type { VersionRow } from './versions.queries.ts'

/** A version is as visible as its script. */
export function maySeeVersion(actor: Actor | null, { script }: Pick<VersionRow, 'script'>): boolean {
  return maySeeScript(actor, script)
}

export function versionSummaryOf({ version, script, currentKey, analysis }: VersionRow): VersionSummary {
  const isWaiting = script.publication === 'review'
  const { id, scriptId, number, key, size, sha256, createdAt } = version
  return {
    id,
    scriptId,
    number,
    state: isWaiting ? 'waiting' : 'published',
    createdAt: createdAt.toISOString(),
    publishedAt: isWaiting ? null : (version.publishedAt ?? createdAt).toISOString(),
    isCurrent: key !== null && key === currentKey,
    hasFile: key !== null,
    fileName: downloadFileName(script.name, version.extension),
    fileSize: size,
    sha256,
    analysis: analysis?.state ?? 'waiting',
    severity: analysis?.state === 'done' ? analysis.severity : null,
  }
}
