import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { pagePolicy } from './ssr-pool.ts'

test('the policy lets the toasts have the styles that sonner brings', async () => {
  const source = await readFile(fileURLToPath(import.meta.resolve('sonner')), 'utf8')
  const [, literal = ''] = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source) ?? []
  const styles: string = JSON.parse(literal)

  const hash = createHash('sha256').update(styles).digest('base64')

  expect(pagePolicy('')).toContain(`'sha256-${hash}'`)
})

test.each([
  ['presses', 'interactions/usePress.mjs'],
  ['open dialogs', 'overlays/usePreventScroll.mjs'],
])('the policy lets %s have the styles that React Aria brings', async (_, file) => {
  const entry = fileURLToPath(import.meta.resolve('react-aria/package.json'))
  const source = await readFile(entry.replace('package.json', `dist/private/${file}`), 'utf8')
  const [, template = ''] = /style\.textContent = `([^`]+)`/.exec(source) ?? []
  const styles = template.replace(/\$\{[^}]+\}/, 'data-react-aria-pressable').trim()

  const hash = createHash('sha256').update(styles).digest('base64')

  expect(styles).toContain('@layer')
  expect(pagePolicy('')).toContain(`'sha256-${hash}'`)
})
