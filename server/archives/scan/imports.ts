import { posix } from 'node:path'

import type { CodeFile } from './scan-code.ts'
import { returned, type Memory, type Source } from './frames.ts'
import { join, nothing, type Table, type Value } from './values.ts'

const exportsMax = 200
const endings = ['', '.js', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts']

/** The index of the file that `require(name)` or `import … from name` reads; -1 if it is none of them. */
export function findImport(files: readonly CodeFile[], { isLua, path }: CodeFile, name: string): number {
  if (path === undefined || name.length > 200) return -1
  if (isLua) {
    const end = `/${name.replaceAll('.', '/')}.lua`
    return files.findIndex((file) => `/${file.path ?? ''}`.endsWith(end))
  }
  if (!name.startsWith('.')) return -1
  const target = posix.join(posix.dirname(path), name)
  return files.findIndex((file) => endings.some((end) => file.path === target + end))
}

/** What a file returns or exports. */
export function exportsOf({ locals, suffix }: Source, { variables }: Memory): Value {
  const named: Table = { fields: new Map(), items: [], rest: nothing, changes: 0 }
  for (const name of [...locals].slice(0, exportsMax)) {
    const value = variables.get(name + suffix)
    if (value) named.fields.set(name, value)
  }
  const all = variables.get(`exports${suffix}`)
  const one = variables.get(`module${suffix}`)?.table?.fields.get('exports')
  for (const [name, value] of all?.table?.fields ?? []) named.fields.set(name, value)
  for (const [name, value] of one?.table?.fields ?? []) named.fields.set(name, value)
  const value = variables.get(returned + suffix) ?? one
  return value ? join(value, { bits: 0, table: named }) : { bits: 0, table: named }
}
