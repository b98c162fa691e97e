import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ScriptsPage } from '#web/admin/scripts/ScriptsPage.tsx'

import { AnalyticsPage } from './PlaceholderPages.tsx'

test.each([
  [ScriptsPage, 'Script management interface coming soon...'],
  [AnalyticsPage, 'Analytics dashboard coming soon...'],
])('a placeholder screen shows its text: %#', (Page, text) => {
  expect(renderToStaticMarkup(<Page />)).toContain(text)
})
