import type { Engine } from './engine.ts'
import type { SourceFile } from './heap.ts'
import type { Value } from './value.ts'

/** What the name of a module may leave out. */
const endings = ['', '.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts']
const importsMax = 10_000

/** What `require(name)` or `import … from name` gives, where it is another file of the program. */
export function importFile(engine: Engine, { language, path }: SourceFile, name: string): Value | undefined {
  if (name === '' || name.length > 200) return undefined
  const end = `/${name.replaceAll('.', '/')}.lua`
  const target = language === 'lua' ? '' : joinPath(path, name)
  if (language === 'javascript' && !name.startsWith('.')) return undefined
  const file = engine.files.find((one) =>
    language === 'lua'
      ? `/${one.path}`.endsWith(end)
      : endings.some((ending) => one.path === target + ending),
  )
  if (language === 'javascript' && engine.imports.length < importsMax)
    engine.imports.push({ from: path, target: file?.path ?? target })
  return file && engine.exportsOf(file)
}

type Scripts = readonly { path: string; isLoaded: boolean; imports: readonly string[] }[]

/** The scripts that a manifest loads, and what they require. All of them, where one requires a computed name. */
export function reachedScripts(scripts: Scripts): (path: string) => boolean {
  const reached = new Set<string>()
  const waiting = scripts.filter(({ isLoaded }) => isLoaded)
  const byPath = Map.groupBy(scripts, ({ path }) => path)
  for (let script = waiting.pop(); script; script = waiting.pop()) {
    if (reached.has(script.path)) continue
    reached.add(script.path)
    for (const target of script.imports) {
      if (target === computedImport) return () => true
      for (const ending of endings) waiting.push(...(byPath.get(target + ending) ?? []))
    }
  }
  return (path) => reached.has(path) || path.includes('node_modules/')
}
export const computedImport = '*'

/** The path that a relative name means in a file. */
function joinPath(from: string, name: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of name.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}
