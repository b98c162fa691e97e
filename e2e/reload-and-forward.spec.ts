import { expect } from '@playwright/test'

import { recordPageErrors } from './axe.ts'
import { test } from './fixtures.ts'
import { registerUploader, submitScript } from './users.ts'

// Forward during a reload keeps the reloaded document and changes only the URL.
for (const moment of ['before its scripts run', 'during hydration'] as const)
  test(`a reload followed by Forward ${moment} shows the page of the URL`, async ({ page }) => {
    const script = await submitScript(await registerUploader())
    const errors = recordPageErrors(page)
    await page.addInitScript((isEarly) => {
      if (sessionStorage.getItem('goes forward') === null) return
      sessionStorage.removeItem('goes forward')
      if (isEarly) return history.forward()
      // The router has read the URL and now listens for changes.
      const listen = window.addEventListener.bind(window)
      window.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args)
        if (args[0] === 'popstate') history.forward()
      }
    }, moment === 'before its scripts run')
    await page.goto('/scripts')
    await page
      .getByRole('article')
      .filter({ hasText: script.name })
      .getByRole('heading')
      .getByRole('link')
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scripts')
    await page.evaluate(() => sessionStorage.setItem('goes forward', ''))

    await page.reload({ waitUntil: 'commit' })

    await expect(page).toHaveURL(`/scripts/${script.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
    await expect(page).toHaveTitle(new RegExp(script.name))
    // React logs a hydration error if the URL changes during hydration, and renders again.
    expect(errors.filter((text) => !text.includes('React error #422'))).toEqual([])
  })
