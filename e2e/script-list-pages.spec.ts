import { expect } from '@playwright/test'

import { delayRequests, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { cards, createShelf, pages, search, tab, type Shelf } from './shelf.ts'

// One worker runs this file, so that its scripts are created once.
test.describe.configure({ mode: 'default' })

let word: Shelf['word']
let total: Shelf['total']
test.beforeAll('61 scripts in three categories', async () => {
  ;({ word, total } = await createShelf())
})

test('pages are links, exactly one is current, and an ellipsis replaces omitted ones', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  const shown = pages(page).getByRole('listitem')
  const current = pages(page).locator('[aria-current=page]')
  await expect(shown).toHaveText(['Previous', 'Page 1', 'Page 2', 'Page 3', 'Page 4', '…', 'Page 6', 'Next'])
  await expect(current).toHaveText(['Page 1'])

  await pages(page).getByRole('link', { name: 'Page 4' }).click()
  await expect(page).toHaveURL(`/scripts?tag=${word}&page=4`)
  await expect(shown).toHaveText(['Previous', 'Page 1', '…', 'Page 3', 'Page 4', 'Page 5', 'Page 6', 'Next'])
  await expect(current).toHaveText(['Page 4'])
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()

  await pages(page).getByRole('link', { name: 'Page 6' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(pages(page).getByRole('link', { name: 'Next' })).toHaveCount(0)
  await expect(current).toHaveText(['Page 6'])

  await tab(page, 'Cars').click()
  await expect(shown).toHaveText(['Previous', 'Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5', 'Next'])
  await tab(page, 'Jobs').click()
  await expect(cards(page)).toHaveCount(9)
  await expect(pages(page)).toHaveCount(0)
})

test('another page by keyboard moves the focus to its scripts, also where the followed link ends', async ({
  page,
}) => {
  await page.goto(`/scripts?tag=${word}&page=4`)
  for (const [name, number] of [
    ['Page 5', 5],
    ['Next', 6],
  ] as const) {
    const link = pages(page).getByRole('link', { name, exact: true })
    await waitForHydration(link)
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/scripts?tag=${word}&page=${number}`)
    await expect(page.locator('#results')).toBeFocused()
    await page.keyboard.press('Tab')
    const first = cards(page).first().getByRole('link').first()
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport()
  }
})

test('all pages together show every script once', async ({ page }) => {
  const names: string[] = []
  await page.goto(`/scripts?tag=${word}`)
  for (let number = 1; number <= 6; number += 1) {
    await expect(pages(page).locator('[aria-current=page]')).toHaveText(`Page ${number}`)
    await expect(page.getByRole('list', { name: 'Scripts', exact: true })).toHaveAttribute(
      'aria-busy',
      'false',
    )
    names.push(...(await cards(page).getByRole('heading').allInnerTexts()))
    if (number < 6) await pages(page).getByRole('link', { name: 'Next' }).click()
  }

  expect(names).toHaveLength(total)
  expect(new Set(names).size).toBe(total)
})

test('a page beyond the end shows the last one, and invalid parameters are ignored', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}&page=99`)
  await expect(cards(page)).toHaveCount(1)
  await expect(pages(page).locator('[aria-current=page]')).toHaveText(['Page 6'])

  await page.goto(`/scripts?tag=${word}&page=-2&sort=sideways&colour=red`)
  await expect(cards(page)).toHaveCount(12)
  await expect(pages(page).locator('[aria-current=page]')).toHaveText(['Page 1'])
  await expect(page).toHaveURL(`/scripts?tag=${word}`)
})

test('while the next page loads the current one stays, dimmed', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  const first = await cards(page).first().getByRole('heading').innerText()
  const hold = await delayRequests(page, '**/api/scripts?*')
  const grid = page.getByRole('list', { name: 'Scripts', exact: true })

  const third = pages(page).getByRole('link', { name: 'Page 3' })
  await waitForHydration(third)
  await third.click()
  await expect(grid).toHaveAttribute('aria-busy', 'true')
  await expect(cards(page).first().getByRole('heading')).toHaveText(first)
  await expect(pages(page).locator('[aria-current=page]')).toHaveText(['Page 3'])
  hold.release()

  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page).first().getByRole('heading')).not.toHaveText(first)
})

test('Back from a script restores the scroll position of the list', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}&page=2`)
  await cards(page).nth(9).scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(200)
  await cards(page).nth(9).getByRole('link').first().click()
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^Download/ })
      .first(),
  ).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()

  await expect(cards(page)).toHaveCount(12)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the list is readable, its filters are a form, its tabs and pages are links', async ({ page }) => {
    await page.goto(`/scripts?tag=${word}`)
    await expect(cards(page)).toHaveCount(12)
    await expect(cards(page).first().getByText('A garage where players keep')).toBeVisible()

    await page.getByLabel('Status').selectOption('Readable')
    await page.getByLabel('Sort').selectOption('Most Viewed')
    await search(page).fill('Jobs')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(cards(page)).toHaveCount(7)
    const asked = new URL(page.url()).searchParams
    const sent = Object.fromEntries([...asked].filter(([, value]) => value !== ''))
    expect(sent).toEqual({ q: 'Jobs', status: 'Readable', sort: 'views', tags: word })

    await page.goto(`/scripts?tag=${word}`)
    await tab(page, 'Cars').click()
    await pages(page).getByRole('link', { name: 'Page 5' }).click()
    await expect(cards(page)).toHaveCount(2)
    await cards(page).first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word} Cars`)
  })
})
