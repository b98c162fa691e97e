import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { ScriptsPage } from '#web/admin/scripts/script-admin/ScriptsPage.tsx'

test('a placeholder screen shows its text', () => {
  expect(renderToStaticMarkup(<ScriptsPage />)).toContain('Script management interface coming soon...')
})
