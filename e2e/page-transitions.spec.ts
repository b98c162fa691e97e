import { expect } from '@playwright/test'

import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { uniqueName, registerUploader, submitScript } from './users.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

declare global {
  interface Window {
    /** The animated elements of each page transition. */
    fades: string[][]
    /** Transitions that have not ended. */
    openFades: number
  }
}

test('pages fade and a card’s image grows, filters change at once, and reduced motion disables both', async ({
  page,
}) => {
  const tag = uniqueName('fade')
  const { id } = await submitScript(await registerUploader(), { tags: [tag], category: 'Jobs' })
  await page.addInitScript(() => {
    window.fades = []
    window.openFades = 0
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const fade = start(update)
      window.openFades++
      void fade.finished.then(() => window.openFades--)
      void fade.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect)
        window.fades.push(
          effects.flatMap((effect) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? []) : [])),
        )
      })
      return fade
    }
  })
  const fades = () =>
    page.evaluate(() => window.fades.map((parts) => parts.includes('::view-transition-group(cover)')))
  const card = page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('article')
  const mayFade = page.waitForResponse(/layout-lazy-.*\.css/)
  await page.goto(`/scripts?tag=${tag}`)
  await mayFade
  await page.waitForLoadState('networkidle')

  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Jobs/ }).click()
  await expect(page).toHaveURL(/category=Jobs/)
  await expect(card).toHaveCount(1)
  expect(await fades()).toEqual([])
  // A page that is still loaded shows a skeleton and does not fade, so it is opened before.
  await card.getByRole('link').first().click()
  await expect(page.getByRole('button', { name: /show in full size/ })).toBeVisible()
  await page.goBack()
  await expect(card).toHaveCount(1)
  await page.waitForFunction(() => window.openFades === 0)
  await page.evaluate(() => (window.fades = []))
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(`/scripts/${id}`)
  await expect.poll(fades).toEqual([true])
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(card).toHaveCount(1)
  await expect.poll(fades).toEqual([true, true])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(`/scripts/${id}`)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await fades()).toEqual([true, true])
})

test('a transition that the next one skips is no error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const mayFade = page.waitForResponse(/layout-lazy-.*\.css/)
  await page.goto('/scripts')
  await mayFade
  await page.waitForLoadState('networkidle')

  await page.evaluate(async () => {
    document.startViewTransition(() => undefined)
    await document.startViewTransition(() => undefined).finished
  })

  expect(errors).toEqual([])
})

test('a clicked card is marked until the page of its script is shown', async ({ page }) => {
  const tag = uniqueName('press')
  const { id } = await submitScript(await registerUploader(), { tags: [tag] })
  await page.goto(`/scripts?tag=${tag}`)
  await page.waitForLoadState('networkidle')
  const hold = await delayRequests(page, `**/api/scripts/${id}`)
  const leaving = page.locator('html[data-navigating]')
  await expect(leaving).toHaveCount(0)

  await page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('link').first().click()
  await expect(leaving).toHaveCount(1)
  hold.release()

  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
  await expect(leaving).toHaveCount(0)
})
