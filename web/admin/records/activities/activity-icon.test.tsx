import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ActivityIcon } from './ActivityRow.tsx'

test.each([
  ['success', '#22c55e'],
  ['warning', '#f59e0b'],
  ['error', '#ef4444'],
  ['info', '#ad9c7e'],
] as const)('%s is shown in %s', (status, color) => {
  expect(renderToStaticMarkup(<ActivityIcon type="system" status={status} />)).toContain(color)
})
