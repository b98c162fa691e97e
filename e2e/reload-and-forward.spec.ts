import { expect } from '@playwright/test'

import { noteTroubles } from './axe.ts'
import { test } from './journey.ts'
import { registerAuthor, submitScript } from './people.ts'

// A step forward leads to the document that was just reloaded, and changes nothing but its address.
for (const moment of ['before its scripts run', 'while they take it over'] as const)
  test(`who reloads a page and goes forward ${moment} sees the page of the address`, async ({
    page,
    request,
  }) => {
    const script = await submitScript(request, await registerAuthor(request))
    const troubles = noteTroubles(page)
    await page.addInitScript((isEarly) => {
      if (sessionStorage.getItem('goes forward') === null) return
      sessionStorage.removeItem('goes forward')
      if (isEarly) return history.forward()
      // The router has read the address, and from now on would hear of another one.
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assets')
    await page.evaluate(() => sessionStorage.setItem('goes forward', ''))

    await page.reload({ waitUntil: 'commit' })

    await expect(page).toHaveURL(`/scripts/${script.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
    await expect(page).toHaveTitle(new RegExp(script.name))
    // What React was still taking over when the address changed it draws anew, and says so.
    expect(troubles.filter((text) => !text.includes('React error #422'))).toEqual([])
  })
