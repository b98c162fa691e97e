/**
 * Finds the files that a path of a manifest names, as the game does: names are case-sensitive, `*` and `?` stay within
 * a folder, a part that starts with `**` also looks in all folders below.
 */
export interface Folder {
  folders: Map<string, Folder>
  /** Paths from the root of the tree, by file name. */
  files: Map<string, string>
}

/** Counts down over all files and patterns of an archive. Below zero, nothing more is found. */
export interface GlobBudget {
  steps: number
}

/** Twelve times what the largest of 30 public servers takes (11,616 files, 731 manifests). */
export const globStepsMax = 5_000_000
/** A folder takes memory as well as time: 10,000 paths of 1,024 characters can hold five million. */
const folderSteps = 100
const patternSteps = 10

const anyDepth = /^\*\*+$/

export function createFileTree(paths: Iterable<string>, budget: GlobBudget): Folder {
  const root = createFolder()
  for (const path of paths) {
    const names = path.split('/').filter((name) => name !== '' && name !== '.')
    const fileName = names.pop()
    let folder = root
    for (const name of names) {
      const below = folder.folders.get(name) ?? createFolder()
      if (!folder.folders.has(name)) budget.steps -= folderSteps
      folder.folders.set(name, below)
      folder = below
    }
    if (budget.steps < 0) break
    if (fileName !== undefined) folder.files.set(fileName, path)
  }
  return root
}

export function findFolder(root: Folder, path: string): Folder | undefined {
  let folder: Folder | undefined = root
  for (const name of partsOf(path)) folder = folder?.folders.get(name)
  return folder
}

/** Sorted paths from the root of the tree. `@resource/file` is in another resource and matches nothing. */
export function resolveGlob(folder: Folder, pattern: string, budget: GlobBudget): string[] {
  const parts = pattern.startsWith('@') ? [] : partsOf(pattern)
  /** `a/**` also finds a file a. */
  const end = parts.findLastIndex((part) => !anyDepth.test(part))
  const paths = new Set<string>()
  /** Several ways lead to a folder where there are several `**`. */
  const visited = parts.map(() => new Set<Folder>())
  const waiting: [Folder, number][] = []
  budget.steps -= patternSteps
  visit(folder, 0)
  for (let next = waiting.pop(); next && budget.steps >= 0; next = waiting.pop()) search(...next)
  return [...paths].sort()

  function visit(current: Folder, index: number): void {
    const seen = visited[index]
    if (!seen || seen.has(current)) return
    budget.steps--
    seen.add(current)
    waiting.push([current, index])
  }

  function search(current: Folder, index: number): void {
    const part = parts[index] ?? ''
    const isLast = index === parts.length - 1
    if (part.startsWith('**')) for (const below of current.folders.values()) visit(below, index)
    if (anyDepth.test(part) && !isLast) return visit(current, index + 1)
    if (isLast || (index === end && !part.includes('*')))
      for (const path of select(current.files, part, true, budget)) paths.add(path)
    if (!isLast) for (const below of select(current.folders, part, false, budget)) visit(below, index + 1)
  }
}

/** `\` is a slash, `.` and empty parts are nothing, spaces at the end are dropped. No parts where it leads outside. */
export function partsOf(path: string): string[] {
  const parts: string[] = []
  for (const part of path.trimEnd().split(/[/\\]/)) {
    if (part === '..' && parts.pop() === undefined) return []
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts
}

/** The game reads `?` only in the last part of a path and beside a star. */
function select<T>(byName: Map<string, T>, pattern: string, isLast: boolean, budget: GlobBudget): T[] {
  if (!pattern.includes('*') && !(isLast && pattern.includes('?'))) {
    const exact = byName.get(pattern)
    return exact === undefined ? [] : [exact]
  }
  const stars = pattern.replaceAll(/\*+/g, '*')
  return [...byName].filter(([name]) => matches(name, stars, budget)).map(([, child]) => child)
}

/** Only the last star is tried again, so the cost is at most the product of both lengths. */
function matches(name: string, pattern: string, budget: GlobBudget): boolean {
  let index = 0
  let place = 0
  let star = -1
  let starAt = 0
  while (index < name.length) {
    if (--budget.steps < 0) return false
    const expected = pattern[place]
    if (expected === '*') {
      star = place++
      starAt = index
    } else if (expected === '?' || expected === name[index]) {
      index++
      place++
    } else if (star < 0) return false
    else {
      place = star + 1
      index = ++starAt
    }
  }
  return pattern.slice(place).replace('*', '') === ''
}

function createFolder(): Folder {
  return { folders: new Map(), files: new Map() }
}
