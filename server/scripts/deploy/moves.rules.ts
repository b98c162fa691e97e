import { isStartable } from './server-cfg.rules.ts'

export type Move = { name: string; path: string }

/**
 * The folders of the resources and the names that they get, for a recipe and a shell. An inner folder comes first, so
 * that it does not move with the outer one. Without names that cannot be started, and paths that need more than quotes.
 */
export function movesOf(resources: readonly Move[]): Move[] {
  const byName = new Map<string, Move>()
  for (const { name, path } of resources)
    if (!byName.has(name) && isStartable(name) && (path === '' || isPlainPath(path)))
      byName.set(name, { name, path })
  return [...byName.values()].toSorted((a, b) => depthOf(b.path) - depthOf(a.path))
}

/** txAdmin rejects a path with a part that ends with two dots, and Windows reads a backslash as a separator. */
export function isPlainPath(path: string): boolean {
  return path !== '' && !/[\p{C}\p{Zl}\p{Zp}\\]/u.test(path) && !/\.\.(\/|$)/.test(path)
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length
}
