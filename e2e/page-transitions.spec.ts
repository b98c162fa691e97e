import { expect } from '@playwright/test'

import { holdBack } from './browser.ts'
import { test } from './journey.ts'
import { freshName, registerAuthor, submitScript } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

declare global {
  interface Window {
    /** The parts that moved, for each fade of one page into another. */
    fades: string[][]
  }
}

test('pages fade and a card’s picture grows, filters change at once, and who wants no motion sees none', async ({
  page,
  request,
}) => {
  const tag = freshName('fade')
  const { id } = await submitScript(request, await registerAuthor(request), { tags: [tag], category: 'Jobs' })
  await page.addInitScript(() => {
    window.fades = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const fade = start(update)
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
  const mayFade = page.waitForResponse(/page-transitions-.*\.css/)
  await page.goto(`/scripts?tag=${tag}`)
  await mayFade
  await page.waitForLoadState('networkidle')

  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Jobs/ }).click()
  await expect(page).toHaveURL(/category=Jobs/)
  await expect(card).toHaveCount(1)
  expect(await fades()).toEqual([])
  // A page that is longer on its way than an eye waits has an outline first, and no fade: this one is fetched beforehand.
  await card.getByRole('link').first().hover()
  await page.waitForLoadState('networkidle')
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

test('a card that was pressed shows it until the page of its script is there', async ({ page, request }) => {
  const tag = freshName('press')
  const { id } = await submitScript(request, await registerAuthor(request), { tags: [tag] })
  await page.goto(`/scripts?tag=${tag}`)
  await page.waitForLoadState('networkidle')
  const hold = await holdBack(page, `**/api/scripts/${id}`)
  const leaving = page.locator('html[data-leaving]')
  await expect(leaving).toHaveCount(0)

  await page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('link').first().click()
  await expect(leaving).toHaveCount(1)
  hold.release()

  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
  await expect(leaving).toHaveCount(0)
})
