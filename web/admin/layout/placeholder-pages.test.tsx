import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { AnalyticsPage, ScriptsPage } from './PlaceholderPages.tsx'

test.each([
  [ScriptsPage, 'Script management interface coming soon...'],
  [AnalyticsPage, 'Analytics dashboard coming soon...'],
])('a screen that is still to come says so: %#', (Page, text) => {
  expect(renderToStaticMarkup(<Page />)).toContain(text)
})
