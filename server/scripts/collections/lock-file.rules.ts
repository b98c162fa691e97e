import { extname } from 'node:path'

import type { Resolution, ResolvedScript } from '#contract/scripts/resolve.ts'

/**
 * The text of `scripthaven.lock` (docs/cli.md), with sorted keys and one line for each item. The command line adds
 * resources and SQL files when it unpacks the archives. Null when a script has no version, or an archive that the
 * command line does not unpack.
 */
export function writeLock(hub: string, { scripts, needs, order }: Resolution): string | null {
  const lines = scripts.map((script) => lockLine(script, needs))
  if (scripts.length === 0 || lines.includes(null)) return null
  const start = [...new Set(order.map(({ resource }) => resource))].map((name) => JSON.stringify(name))
  return [
    '{',
    '  "formatVersion": 1,',
    `  "hub": ${JSON.stringify(hub)},`,
    '  "resources": {},',
    `  "scripts": {${block(lines)}},`,
    '  "sql": {},',
    `  "start": [${block(start)}]`,
    '}\n',
  ].join('\n')
}

function block(lines: readonly (string | null)[]): string {
  return lines.length === 0 ? '' : `\n${lines.map((line) => `    ${line}`).join(',\n')}\n  `
}

function lockLine(
  { id, name, author, version, resources }: ResolvedScript,
  needs: Resolution['needs'],
): string | null {
  const kind = version && extname(version.fileName).slice(1).toLowerCase()
  if (!version || !['zip', 'rar', '7z'].includes(kind ?? '')) return null
  const own = needs
    .filter(({ neededBy, isDeclared }) => isDeclared && neededBy.includes(id))
    .map((need) => [need.name, need.provider === 'script' ? (need.script?.id ?? null) : null] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const line = {
    author,
    kind,
    name,
    needs: Object.fromEntries(own),
    rootName: resources.find(({ path }) => path === '')?.name ?? `script-${id}`,
    sha256: version.sha256,
    size: version.size,
    version: version.number,
    versionId: version.id,
  }
  return `${JSON.stringify(String(id))}: ${JSON.stringify(line)}`
}
