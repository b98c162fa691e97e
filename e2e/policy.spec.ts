import { expect } from '@playwright/test'

import { notePolicyViolations, test } from './journey.ts'

test('markup that a script would write is held back, and noticed', async ({ browser }) => {
  const context = await browser.newContext()
  const violations = notePolicyViolations(context)
  const page = await context.newPage()
  await page.goto('/')

  const written = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror="document.title = 1">'
      return 'written'
    } catch (error) {
      return String(error)
    }
  })

  expect(written).toContain("requires 'TrustedHTML'")
  await expect.poll(() => violations).toHaveLength(1)
  await context.close()
})
