import { cutText } from '#analysis/cut-text.ts'
import { computedImport, moduleEndings } from '#analysis/flow/imports.ts'
import type { CodeFinding } from '#analysis/program.ts'

type Script = {
  path: string
  language: string
  side: string
  member: { resource: string | null }
  isLoaded: boolean
  imports: readonly string[]
}

/**
 * Whether a script does not run on a server: build scripts, tools and copies that no script of a resource loads, and JavaScript
 * without a resource.
 */
export function findUnused(
  scripts: readonly Script[],
  resources: ReadonlySet<string>,
): (script: Pick<Script, 'path' | 'language' | 'side' | 'member'>) => {
  isLoaded: boolean
  isUnused: boolean
} {
  const isReached = reachedScripts(scripts)
  // A manifest that loads no file is damaged or not understood, unless it is a copy inside of another resource.
  const understood = new Set<string | null>([
    ...scripts.flatMap(({ isLoaded, member }) => (isLoaded ? [member.resource] : [])),
    ...[...resources].filter((path) => foldersAbove(path).some((above) => resources.has(above))),
  ])
  return ({ path, language, side, member: { resource } }) => {
    const isLoaded = isReached(path)
    const isLuaUnused = resource === null ? resources.size > 0 : understood.has(resource)
    return { isLoaded, isUnused: !isLoaded && side !== 'page' && (language === 'javascript' || isLuaUnused) }
  }
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/**
 * The scripts that a manifest loads, and what they require or read: all of their language in the resource, where a name is
 * computed.
 */
function reachedScripts(scripts: readonly Script[]): (path: string) => boolean {
  const reached = new Set<string>()
  const waiting = scripts.filter(({ isLoaded }) => isLoaded)
  const byPath = Map.groupBy(scripts, ({ path }) => path)
  const byGroup = Map.groupBy(scripts, groupOf)
  const luaByName = Map.groupBy(
    scripts.filter(({ language }) => language === 'lua'),
    ({ path }) => nameOf(path),
  )
  for (let script = waiting.pop(); script; script = waiting.pop()) {
    if (reached.has(script.path)) continue
    reached.add(script.path)
    for (const target of script.imports) {
      if (target === computedImport) {
        waiting.push(...(byGroup.get(groupOf(script)) ?? []))
        byGroup.delete(groupOf(script))
      }
      for (const ending of moduleEndings) waiting.push(...(byPath.get(target + ending) ?? []))
      for (const file of luaByName.get(nameOf(target)) ?? [])
        if (`/${file.path}`.endsWith(target)) waiting.push(file)
    }
  }
  return (path) => reached.has(path) || path.includes('node_modules/')
}
const groupOf = ({ language, member }: Script): string => `${language} ${member.resource}`
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export function oneStepLower(finding: CodeFinding, why: string): CodeFinding {
  const detail = cutText([finding.detail, why].filter(Boolean).join(', '), 120)
  return { ...finding, severity: finding.severity === 'high' ? 'medium' : 'low', detail }
}
