import { expect } from '@playwright/test'

import { recordPolicyViolations, test } from './fixtures.ts'

test('markup that a script writes is blocked, and the test notices it', async ({ browser }) => {
  const context = await browser.newContext()
  const violations = recordPolicyViolations(context)
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
