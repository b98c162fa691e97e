import type { Resolution, ResolvedNeed, ResolvedScript } from './resolve.ts'

export const lockVersion = 1

export const archiveKinds = ['zip', 'rar', '7z'] as const

export type LockedScript = {
  author: string
  kind: (typeof archiveKinds)[number]
  name: string
  /** Resources of others and the script that provides each; null: the server has it, or must get it elsewhere. */
  needs: Record<string, number | null>
  /** The name of a resource that has no folder in the archive. */
  rootName: string
  sha256: string
  size: number
  version: string
  versionId: number
}

/** `scripthaven.lock` (docs/cli.md): what is installed on a game server, to the byte. */
export type LockFile = {
  formatVersion: typeof lockVersion
  hub: string
  resources: Record<string, { script: number; sha256: string }>
  scripts: Record<string, LockedScript>
  /** SQL files by script and path. */
  sql: Record<string, { script: number; sha256: string }>
  /** Resources in the order in which they start. */
  start: string[]
}

export function emptyLock(hub: string): LockFile {
  return { formatVersion: lockVersion, hub, resources: {}, scripts: {}, sql: {}, start: [] }
}

/** Undefined without a version. Null for an archive that the command line does not unpack. */
export function lockedScript(
  { id, name, author, version, resources }: ResolvedScript,
  needs: Resolution['needs'],
): LockedScript | null | undefined {
  if (!version) return undefined
  const extension = /\.([^.]+)$/.exec(version.fileName.toLowerCase())?.[1]
  const kind = archiveKinds.find((known) => known === extension)
  if (kind === undefined) return null
  const own = needs.filter((need) => need.neededBy.includes(id) && isLocked(need))
  return {
    author,
    kind,
    name,
    needs: Object.fromEntries(
      own.map((need) => [need.name, need.provider === 'script' ? (need.script?.id ?? null) : null]),
    ),
    rootName: resources.find(({ path }) => path === '')?.name ?? `script-${id}`,
    sha256: version.sha256,
    size: version.size,
    version: version.number,
    versionId: version.id,
  }
}

/** Whether a script does not work without it: declared, or a framework or library that its code uses. */
export function isRequired({ isDeclared, kind }: Pick<ResolvedNeed, 'isDeclared' | 'kind'>): boolean {
  return isDeclared || kind !== 'resource'
}

/** A script that was installed because code uses it is locked with its user: otherwise nothing would need it. */
function isLocked(need: ResolvedNeed): boolean {
  return need.provider === 'script' || isRequired(need)
}

/** Sorted, one line for each item: a change of one script changes few lines. */
export function lockText({ hub, resources, scripts, sql, start }: LockFile): string {
  const blocks = [
    `  "formatVersion": ${lockVersion}`,
    `  "hub": ${JSON.stringify(hub)}`,
    block('resources', '{}', linesOf(resources)),
    block('scripts', '{}', linesOf(scripts)),
    block('sql', '{}', linesOf(sql)),
    block(
      'start',
      '[]',
      start.map((name) => JSON.stringify(name)),
    ),
  ]
  return `{\n${blocks.join(',\n')}\n}\n`
}

function block(name: string, brackets: '{}' | '[]', lines: readonly string[]): string {
  const content = lines.length === 0 ? '' : `\n${lines.map((line) => `    ${line}`).join(',\n')}\n  `
  return `  "${name}": ${brackets[0]}${content}${brackets[1]}`
}

function linesOf(items: object): string[] {
  return Object.entries(items)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}: ${sortedJson(value)}`)
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
