import { joinPath } from '#analysis/flow/imports.ts'

/** The folder of the package in node_modules that contains a file. */
export function packageOf(path: string): string | undefined {
  return /^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

/** The files that Node loads for a package: `main` and `exports` of its package.json, or `all` with a pattern. */
export function entriesOf(
  path: string,
  readText: (path: string) => string | undefined,
): 'all' | readonly string[] {
  const { main, exports } = parsed(readText(path) ?? '')
  const names = [main, ...valuesOf(exports)].filter((name) => typeof name === 'string')
  return names.some((name) => name.includes('*')) ? 'all' : names.map((name) => joinPath(path, name))
}

/** The paths that a package.json with an install script names: npm may run them when the resource is installed. */
export function installedBy(path: string, text: string): string[] {
  if (!/(^|\/)package\.json$/.test(path) || path.includes('node_modules/')) return []
  if (!/"(?:(?:pre|post)?install|(?:pre|post)?prepare)"\s{0,9}:/.test(text)) return []
  return text.split(/["'`\s;&|]+/).map((word) => joinPath(path, word))
}

function parsed(text: string): { main?: unknown; exports?: unknown } {
  try {
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return typeof data === 'object' && data !== null ? data : {}
  } catch {
    return {}
  }
}

/** The paths in `exports`, whose conditions can be nested. */
function valuesOf(exports: unknown): unknown[] {
  const values: unknown[] = []
  const waiting = [exports]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop())
    if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) waiting.push(one)
    else values.push(value)
  return values
}
