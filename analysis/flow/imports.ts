import type { Engine } from './engine.ts'
import type { SourceFile } from './heap.ts'
import type { Value } from './value.ts'

/** What the name of a module may leave out. */
export const endings = ['', '.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts']

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
  return file && engine.exportsOf(file)
}

/** The path that a relative name means in a file. */
export function joinPath(from: string, name: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of name.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}
