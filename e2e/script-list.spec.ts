import { randomBytes } from 'node:crypto'

import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { bearer, registerUser, registerUploader, submitScript, type RegisteredUser } from './users.ts'

// One worker runs this file, so that its scripts are created once.
test.describe.configure({ mode: 'default' })

/** A tag and a word of this file's scripts only: other tests publish at the same time. */
const word = `shelf${randomBytes(4).toString('hex')}`
const perCategory = { Cars: 50, Jobs: 9, Weapons: 2 }
const total = 61
let author: RegisteredUser

test.beforeAll('61 scripts in three categories', async () => {
  author = await registerUploader()
  const wanted = Object.entries(perCategory).flatMap(([category, count]) =>
    Array.from({ length: count }, (_, index) => ({ category, index })),
  )
  const submitNext = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift())
      await submitScript(author, {
        name: `${word} ${next.category} ${next.index + 1}`,
        category: next.category,
        tags: [word, 'second', 'third', 'fourth', 'fifth'],
        script_status: next.index < 2 ? 'Decrypted' : 'Readable',
      })
  }
  await Promise.all(Array.from({ length: 4 }, submitNext))
})

const cards = (page: Page) => page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('article')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: new RegExp(`^${name}`) })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })
const search = (page: Page) => page.getByRole('main').getByRole('searchbox', { name: 'Search scripts' })
const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })
const pathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const countText = (page: Page) => page.getByRole('search', { name: 'Scripts' }).getByRole('status')

test('category, status and sort are in the URL, start at page 1, and Back and Forward restore them', async ({
  page,
}) => {
  await page.goto(`/scripts?tag=${word}&page=2`)
  await tab(page, 'Cars').click()
  await expect(page).toHaveURL(`/scripts?category=Cars&tag=${word}`)
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'true')

  await page.getByLabel('Status').selectOption('Decrypted')
  await expect(page).toHaveURL(`/scripts?category=Cars&status=Decrypted&tag=${word}`)
  await expect(countText(page)).toHaveText('1–2 of 2 scripts')
  await page.getByLabel('Sort').selectOption('Most Viewed')
  await expect(page).toHaveURL(`/scripts?category=Cars&status=Decrypted&tag=${word}&sort=views`)

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`/scripts?category=Cars&tag=${word}`)
  await expect(page.getByLabel('Status')).toHaveValue('')
  await expect(page.getByLabel('Sort')).toHaveValue('newest')
  await expect(tab(page, 'Cars')).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page).toHaveURL(`/scripts?tag=${word}&page=2`)
  await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'page')
  await expect(pages(page).locator('[aria-current=page]')).toHaveText('Page 2')
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Status')).toHaveValue('Decrypted')
  await expect(cards(page)).toHaveCount(2)
})

test('a link to a filtered list shows just that, with its filters open', async ({ page }) => {
  await page.goto(`/scripts?q=${word}&category=Weapons&status=Decrypted`)

  await expect(cards(page)).toHaveCount(2)
  await expect(search(page)).toHaveValue(word)
  await expect(page.getByLabel('Status')).toHaveValue('Decrypted')
  await expect(tab(page, 'Weapons')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(/^Weapons, “shelf/)
})

test('the status and sort filters open behind the toggle, with the number of results', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await page.goto(`/scripts?q=${word}`)
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Status')).toBeHidden()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByLabel('Status')).toBeVisible()
  await filters(page).click()
  await expect(page.getByLabel('Status')).toBeHidden()

  await filters(page).click()
  await expect(page.getByLabel('Status')).toBeVisible()
  const sorts = await page.getByLabel('Sort').getByRole('option').allInnerTexts()
  expect(sorts.join()).toMatch(/^Best match,Newest,Most Popular,.*,Trending,Recently Updated$/)
  const statuses = await page.getByLabel('Status').getByRole('option').allInnerTexts()
  expect(statuses.toSorted()).toEqual(['All', 'Decrypted', 'Readable'])
  await expect(countText(page)).toHaveText(`1–12 of ${total} scripts`)
  await page.getByLabel('Status').selectOption('Decrypted')
  await expect(countText(page)).toHaveText('1–6 of 6 scripts')

  await page.getByRole('link', { name: 'Clear all', exact: true }).click()
  await expect(page).toHaveURL(`/scripts?q=${word}`)
  await expect(cards(page)).toHaveCount(12)
})

test('typing searches once after a pause, replaces the URL and adds no history entry', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Browse Scripts' }).click()
  await expect(search(page)).toBeVisible()
  const before = await page.evaluate(() => history.length)
  // The clock stands still while the test types, so a slow machine makes no pause.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/scripts') asked.push(request.url())
  })

  await search(page).pressSequentially(`${word} Jobs`)
  expect(asked).toEqual([])
  await page.clock.resume()
  await expect(cards(page)).toHaveCount(9)

  expect(asked).toHaveLength(1)
  await expect(page).toHaveURL(`/scripts?q=${word}+Jobs`)
  await expect(search(page)).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(before)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/scripts')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the tabs count the matches of the other filters, in the fixed order', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  const names = ['Scripts', 'Mapping', 'Clothes', 'Cars', 'Weapons', 'Jobs', 'Housing', 'Other']
  const counts: Record<string, number> = perCategory
  const tabs = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')

  // Categories that other tests create follow.
  await expect
    .poll(async () => (await tabs.allTextContents()).slice(0, 1 + names.length))
    .toEqual([`All${total}`, ...names.map((name) => `${name}${counts[name] ?? 0}`)])

  await tab(page, 'Jobs').click()
  await expect(cards(page)).toHaveCount(9)
  await expect(tabs.first()).toHaveText(`All${total}`)
  await page.getByLabel('Status').selectOption('Decrypted')
  await expect(tab(page, 'Cars')).toHaveText('Cars2')
  await expect(page.locator('main nav [aria-current]')).toHaveCount(1)
})

test('every sort orders by its field', async ({ page, request }) => {
  const tag = `${word}s`
  const scripts = []
  for (const name of ['oldest', 'middle', 'youngest'])
    scripts.push(await submitScript(author, { name: `${tag} ${name}`, tags: [tag] }))
  const [oldest, middle] = scripts
  await download(request, oldest?.id)
  await request.post(`/api/scripts/${middle?.id}/view`)
  const orders = {
    newest: ['youngest', 'middle', 'oldest'],
    downloads: ['oldest', 'youngest', 'middle'],
    popular: ['oldest', 'youngest', 'middle'],
    views: ['middle', 'youngest', 'oldest'],
  }

  for (const [sort, order] of Object.entries(orders))
    // The counts of a list may be a few seconds old.
    await expect(async () => {
      await page.goto(`/scripts?tag=${tag}&sort=${sort}`)
      await expect(cards(page).getByRole('heading')).toHaveText(
        order.map((name) => `${tag} ${name}`),
        { timeout: 500 },
      )
    }).toPass({ timeout: 20_000 })
})

async function download(request: APIRequestContext, id: number | undefined) {
  const headers = bearer(await registerUser('member'))
  expect((await request.get(`/api/scripts/${id}/download`, { headers })).ok()).toBe(true)
  expect((await request.post(`/api/scripts/${id}/download`, { headers })).ok()).toBe(true)
}

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

  await pages(page).getByRole('link', { name: 'Page 3' }).click()
  await expect(grid).toHaveAttribute('aria-busy', 'true')
  await expect(cards(page).first().getByRole('heading')).toHaveText(first)
  await expect(pages(page).locator('[aria-current=page]')).toHaveText(['Page 3'])
  hold.release()

  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page).first().getByRole('heading')).not.toHaveText(first)
})

test('an empty result shows a message, and its button clears every filter', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}&category=Mapping`)
  await expect(page.getByRole('heading', { name: 'No scripts found' })).toBeVisible()
  await expect(countText(page)).toHaveText('No scripts')

  await page.getByRole('link', { name: 'Clear all filters' }).click()

  await expect(page).toHaveURL('/scripts')
  await expect(cards(page)).toHaveCount(12)
  await expect(search(page)).toBeFocused()
})

test('a list that cannot be loaded shows an error in its place, and Try Again loads it', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  await page.route('**/api/scripts?*', (route) => route.abort())

  await tab(page, 'Jobs').click()
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load scripts' })
  await expect(failed).toBeVisible()
  await expect(tab(page, 'Cars')).toBeVisible()
  await page.unroute('**/api/scripts?*')
  await failed.getByRole('button', { name: 'Try Again' }).click()

  await expect(cards(page)).toHaveCount(9)
  await expect(failed).toBeHidden()
})

test('a card links to its script, the author’s name to the author, and it shows three tags', async ({
  page,
}) => {
  await page.goto(`/scripts?tag=${word}`)
  const card = cards(page).nth(5)
  const name = await card.getByRole('heading').innerText()
  await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    word,
    'second',
    'third',
  ])
  await expect(card.getByRole('link', { name: author.username })).toHaveAttribute(
    'href',
    `/user/${author.username}`,
  )

  await card.click({ position: { x: 40, y: 40 } })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(pathAndQuery(page)).toMatch(/^\/scripts\/\d+$/)
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
