import { readFile } from 'node:fs/promises'

import {
  parseInstalled,
  type InstalledScript,
  type LatestVersion,
  type ScriptUpdate,
} from '#contract/scripts/updates.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'

import {
  selectCurrentVersions,
  selectInstalledVersions,
  type CurrentVersion,
  type InstalledVersion,
} from './updates.queries.ts'

export async function readUpdates(db: Db, text: string): Promise<{ scripts: ScriptUpdate[] }> {
  const installed = parseInstalled(text) ?? []
  const current = await selectCurrentVersions(db, [...new Set(installed.map(({ id }) => id))])
  const versions = await selectInstalledVersions(db, installed)
  const byId = new Map(current.map((script) => [script.id, script]))
  return {
    scripts: installed.map((entry, index) => updateOf(entry, byId.get(entry.id), versions.get(index + 1))),
  }
}

export async function readLatest(db: Db, id: number) {
  const [script] = await selectCurrentVersions(db, [id])
  if (script?.publication !== 'published') throw notFound('Script not found')
  return { id, name: script.name, latest: latestOf(script) }
}

function updateOf(
  { id }: InstalledScript,
  script: CurrentVersion | undefined,
  version: InstalledVersion | undefined,
): ScriptUpdate {
  const isPublic = script?.publication === 'published'
  // A security withdrawal reaches servers also when it hides the script.
  const isRecalled = version?.isWithdrawn === true && version.kind === 'security'
  if (!script || !(isPublic || isRecalled))
    return { id, name: null, status: 'gone', installed: null, latest: null, versionsBehind: null }
  const latest = isPublic ? latestOf(script) : null
  return {
    id,
    name: isPublic ? script.name : null,
    status: statusOf(version, latest),
    installed: version
      ? {
          number: version.number,
          state: version.isWithdrawn ? 'withdrawn' : 'published',
          kind: version.kind,
          reason: version.reason,
        }
      : null,
    latest,
    versionsBehind: version ? version.behind : null,
  }
}

function statusOf(
  version: InstalledVersion | undefined,
  latest: LatestVersion | null,
): ScriptUpdate['status'] {
  if (!version) return 'unknown'
  if (version.isWithdrawn) return 'withdrawn'
  return latest !== null && latest.versionId > version.id ? 'outdated' : 'current'
}

function latestOf({ id, version, severity }: CurrentVersion): LatestVersion | null {
  if (!version || version.withdrawnAt !== null) return null
  return {
    versionId: version.id,
    number: version.number,
    publishedAt: (version.publishedAt ?? version.createdAt).toISOString(),
    sha256: version.sha256,
    severity,
    path: `/scripts/${id}`,
  }
}

const source = readFile(new URL('updates.lua', import.meta.url), 'utf8')
// An unreadable file fails the request, not the start.
source.catch(() => undefined)

/** The script for a server that reports updates, with the URL of this site. */
export async function readUpdatesLua({ config: { publicUrl } }: App): Promise<string> {
  return (await source).replaceAll('{site}', publicUrl)
}
