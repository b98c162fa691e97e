import { cutText } from '#analysis/cut-text.ts'
import { computedImport, moduleEndings, packageFolder } from '#analysis/flow/imports.ts'
import type { Found } from '#analysis/rules/rule.ts'

import { entriesOf, packageOf } from './package-files.ts'

type Script = {
  path: string
  language: string
  side: string
  member: { resource: string | null }
  isLoaded: boolean
  imports: readonly string[]
}

type UseOf = (script: Pick<Script, 'path' | 'language' | 'side' | 'member'>) => {
  isLoaded: boolean
  isUnused: boolean
  /** Neither the server nor an installation runs it; pages cannot start programs. */
  isTool: boolean
}

/**
 * Whether a script does not run on a server: build scripts, tools and copies that no script of a resource loads, and JavaScript
 * without a resource.
 */
export function findUnused(
  scripts: readonly Script[],
  resources: ReadonlySet<string>,
  installed: ReadonlySet<string>,
  readText: (path: string) => string | undefined,
): {
  useOf: UseOf
  /** The paths of texts that Node.js runs as JavaScript, although their names are not those of scripts. */
  otherModules: ReadonlySet<string>
} {
  const otherModules = new Set<string>()
  const reachedFrom = (
    starts: (script: Script) => boolean,
    others = new Set<string>(),
  ): ((path: string) => boolean) => reachedScripts(scripts, scripts.filter(starts), readText, others)
  const isReached = reachedFrom(({ isLoaded }) => isLoaded)
  const isRun = reachedFrom(
    ({ path, side, isLoaded }) =>
      (isLoaded && side !== 'page') ||
      moduleEndings.some((ending) => path.endsWith(ending) && installed.has(cutFrom(path, ending))),
    otherModules,
  )
  // A manifest that loads no file is damaged or not understood, unless it is a copy inside of another resource.
  const understood = new Set<string | null>([
    ...scripts.flatMap(({ isLoaded, member }) => (isLoaded ? [member.resource] : [])),
    ...[...resources].filter((path) => foldersAbove(path).some((above) => resources.has(above))),
  ])
  const useOf: UseOf = ({ path, language, side, member: { resource } }) => {
    const isLoaded = isReached(path)
    const isLuaUnused = resource === null ? resources.size > 0 : understood.has(resource)
    const isUnused = !isLoaded && side !== 'page' && (language === 'javascript' || isLuaUnused)
    const isTool = language === 'javascript' && !isRun(path)
    return { isLoaded, isUnused, isTool }
  }
  return { useOf, otherModules }
}

const cutFrom = (path: string, ending: string): string => path.slice(0, path.length - ending.length)

function foldersAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/**
 * The scripts, and those that they require or read. A computed name reaches all scripts of its language in the
 * resource, or all of the package that contains it.
 */
function reachedScripts(
  scripts: readonly Script[],
  waiting: Script[],
  readText: (path: string) => string | undefined,
  others: Set<string>,
): (path: string) => boolean {
  const reached = new Set<string>()
  const seen = new Set<string>()
  const byPath = Map.groupBy(scripts, ({ path }) => path)
  const byGroup = Map.groupBy(scripts, groupOf)
  const byPackage = Map.groupBy(scripts, ({ path }) => packageOf(path))
  const byName = Map.groupBy(scripts, ({ path }) => nameOf(path))
  for (let script = waiting.pop(); script; script = waiting.pop()) {
    if (reached.has(script.path)) continue
    reached.add(script.path)
    for (const target of script.imports) {
      if (target === computedImport) {
        const own = packageOf(script.path)
        waiting.push(...((own === undefined ? byGroup.get(groupOf(script)) : byPackage.get(own)) ?? []))
        if (own === undefined) byGroup.delete(groupOf(script))
        else byPackage.delete(own)
      }
      for (const path of pathsOf(target, script.path)) waiting.push(...filesOf(path))
      // The end of the path of a file that is read.
      if (target.startsWith('/'))
        for (const file of byName.get(nameOf(target)) ?? [])
          if (`/${file.path}`.endsWith(target)) waiting.push(file)
    }
  }
  return (path) => reached.has(path)

  /** The scripts that Node runs for a path: that of a file, or of a folder whose package.json names them. */
  function filesOf(path: string): Script[] {
    if (seen.has(path)) return []
    seen.add(path)
    const entries = entriesOf(`${path}/package.json`, readText)
    if (entries === 'all') return byPackage.get(path) ?? []
    return [path, ...entries].flatMap((one) => {
      const files = moduleEndings.flatMap((ending) => byPath.get(one + ending) ?? [])
      if (files.length === 0 && !/\.json$/i.test(one) && readText(one) !== undefined) others.add(one)
      return files
    })
  }
}

/** The paths of an import: node_modules of each folder above may contain the package, whose package.json names its files. */
function pathsOf(target: string, from: string): string[] {
  if (!target.startsWith(packageFolder)) return [target]
  return ['', ...foldersAbove(from).map((folder) => `${folder}/`)].flatMap((folder) => {
    const path = folder + target
    return [path, packageOf(path) ?? path]
  })
}

const groupOf = ({ language, member }: Script): string => `${language} ${member.resource}`
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export function oneStepLower(finding: Found, why: string): Found {
  const detail = cutText([finding.detail, why].filter(Boolean).join(', '), 120)
  return { ...finding, severity: finding.severity === 'high' ? 'medium' : 'low', detail }
}

const doneByTools = new Set(['process', 'writes-code', 'writes-other-resource', 'stops-server'])

/** A build script or test may start programs, write files and end itself: neither pages nor servers do it for it. */
export function asWorkOfTool(finding: Found): Found {
  return doneByTools.has(finding.rule) ? { ...finding, severity: 'low' } : finding
}
