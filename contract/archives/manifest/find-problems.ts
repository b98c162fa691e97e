import { cutText } from '#contract/platform/cut-text.ts'
import type { ManifestEntry } from './read-manifest.ts'
import {
  entriesOf,
  isRemote,
  otherResource,
  pluralKeys,
  type NamedPath,
  type ReadResource,
} from './read-resource.ts'
import { partsOf } from './resolve-globs.ts'

export type ProblemCode =
  | 'computed'
  | 'manifest-not-read'
  | 'too-complex'
  | 'not-text'
  | 'legacy-manifest'
  | 'no-fx-version'
  | 'no-game'
  | 'plural-string'
  | 'missing-file'
  | 'unknown-extension'
  | 'script-in-files'
  | 'remote-page'

/** A line that an author should look at; no reason to reject anything. */
export interface Problem {
  code: ProblemCode
  text: string
  /** The manifest. */
  path: string
  line: number | null
}

export interface ProblemContext {
  /** The paths of all members by their lower case. */
  pathsByLowerCase: ReadonlyMap<string, string>
  /** False where the patterns of the archive took too many steps. */
  isResolved: boolean
}

type Add = (code: ProblemCode, text: string, line?: number) => void

export function findProblems(resource: ReadResource, context: ProblemContext): Problem[] {
  const { manifest, named, manifestPath: path } = resource
  const problems: Problem[] = []
  const add: Add = (code, text, line) => problems.push({ code, text, path, line: line ?? null })
  const scripts = [...named.server, ...named.client, ...named.shared]
  const pages = [...named.page, ...named.loadscreen]

  checkManifest(resource, add)
  if (!context.isResolved) add('too-complex', 'This archive has too many paths to resolve.')
  for (const entry of manifest.entries) checkKey(entry, add)
  for (const entry of scripts) checkExtension(entry, add)
  for (const entry of pages) checkHost(entry, add)
  for (const entry of [...scripts, ...named.files, ...pages])
    if (context.isResolved && entry.members.length === 0) checkMissing(entry, resource, context, add)
  checkServerScriptsInFiles(resource, add)
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function checkManifest({ manifest, hasText, isLegacy }: ReadResource, add: Add): void {
  if (!hasText)
    return add('manifest-not-read', 'We could not read this manifest, so we don’t know what it runs.')
  const [line] = manifest.unread
  const lines = manifest.unread.slice(0, 3).join(', ')
  if (manifest.isCut)
    add('too-complex', 'The manifests of this archive have more entries than are read.', line)
  else if (line !== undefined)
    add('computed', `This manifest computes entries with code (line ${lines}); they are not all known.`, line)
  for (const notTextLine of manifest.notText)
    add('not-text', 'A value is neither text nor a number. The game rejects this manifest.', notTextLine)
  if (isLegacy) {
    const advice = 'Name it fxmanifest.lua, with an fx_version and a game.'
    return add('legacy-manifest', `__resource.lua is the old form of the manifest. ${advice}`)
  }
  if (entriesOf(manifest, 'fx_version').length === 0)
    add('no-fx-version', "The manifest has no fx_version. Add one, such as fx_version 'cerulean'.")
  if (entriesOf(manifest, 'game').length === 0)
    add('no-game', "The manifest names no game. Add one, such as game 'gta5'.")
}

function checkKey({ key, value, line }: ManifestEntry, add: Add): void {
  const singular = pluralKeys.get(key)
  if (singular === undefined) return
  add('plural-string', `The game does not read ${key} with a text. Write ${singular} '${show(value)}'.`, line)
}

function checkExtension({ value, members, line }: NamedPath, add: Add): void {
  const other = members.find((path) => !/\.(lua|js|net\.dll)$/.test(path))
  if (other === undefined || value.endsWith('*')) return
  add('unknown-extension', `${show(other)} does not run. Scripts end with .lua, .js or .net.dll.`, line)
}

function checkHost({ key, value, line }: NamedPath, add: Add): void {
  if (!isRemote(value)) return
  add(
    'remote-page',
    `${key} is on another host, whose owner can change what players see: ${show(value)}`,
    line,
  )
}

function checkMissing(
  { value, line }: NamedPath,
  resource: ReadResource,
  { pathsByLowerCase }: ProblemContext,
  add: Add,
): void {
  const isElsewhere = otherResource(value) !== undefined || /^([a-z]+:)?\/\//i.test(value)
  if (value === '' || isElsewhere) return
  const parts = partsOf(value)
  if (parts.length === 0) return add('missing-file', `${show(value)} names no file of this resource.`, line)
  if (/[*?]/.test(value)) return add('missing-file', `No file matches ${show(value)}.`, line)
  const path = [...partsOf(resource.path), ...parts].join('/')
  const inOtherCase = pathsByLowerCase.get(path.toLowerCase())
  const hint = inOtherCase === undefined ? '' : ` There is ${show(inOtherCase)}: upper and lower case differ.`
  add('missing-file', `${show(value)} does not exist.${hint}`, line)
}

function checkServerScriptsInFiles({ named }: ReadResource, add: Add): void {
  const server = new Set(named.server.flatMap(({ members }) => members))
  for (const { members } of [...named.client, ...named.shared])
    for (const path of members) server.delete(path)
  for (const { members, line } of named.files) {
    const [first, ...further] = members.filter((path) => server.has(path))
    if (first === undefined) continue
    const others = further.length === 0 ? '' : ` and ${further.length} more`
    const text = `Players receive the server script ${show(first)}${others}, because files names it.`
    add('script-in-files', text, line)
  }
}

const shownMax = 120

/** Short enough for a sentence, without characters that are invisible or change the direction of the text. */
function show(value: string): string {
  const start = cutText(value, shownMax).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
  return value.length > shownMax ? `${start}…` : start
}
