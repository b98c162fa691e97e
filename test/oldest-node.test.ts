import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What cli/node-20.ts adds. */
const added = `
interface IteratorObject<T, TReturn, TNext> {
  take(count: number): IteratorObject<T, undefined, unknown>
  filter(isWanted: (item: T) => boolean): IteratorObject<T, undefined, unknown>
}
interface MapConstructor {
  groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]>
}
interface Map<K, V> {
  getOrInsert(key: K, value: V): V
  getOrInsertComputed(key: K, compute: (key: K) => V): V
}
interface WeakMap<K extends WeakKey, V> {
  getOrInsertComputed(key: K, compute: (key: K) => V): V
}
`

test('the command line uses no function of JavaScript that Node 20 lacks, but for those that it adds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-types-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable'], rootDir: '/' },
    files: [join(root, 'cli/main.ts'), 'added.d.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'added.d.ts'), added)

  expect(await compile(folder)).toBe('')
})

/** What the compiler reports. */
function compile(folder: string): Promise<string> {
  const program = join(root, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(program, ['-p', folder], { cwd: root }, (_error, stdout) => resolve(stdout))
  })
}
