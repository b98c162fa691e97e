import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { delayRequests, openWithoutScripts, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { cards, createShelf, pages, search, tab, type Shelf } from './shelf.ts'
import { bearer, registerUser, submitScript } from './users.ts'

// One worker runs this file, so that its scripts are created once.
test.describe.configure({ mode: 'default' })

let word: Shelf['word']
let author: Shelf['author']
let perCategory: Shelf['perCategory']
let total: Shelf['total']
test.beforeAll('61 scripts in three categories', async () => {
  ;({ word, author, perCategory, total } = await createShelf())
})

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
  await page.setViewportSize({ width: 1199, height: 800 })
  await page.goto(`/scripts?q=${word}`)
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Status')).toBeHidden()
  await page.setViewportSize({ width: 1200, height: 800 })
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
  const browse = page.getByRole('link', { name: 'Browse Scripts' })
  await waitForHydration(browse)
  await browse.click()
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
  const tabs = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')

  // Categories that other tests create follow.
  await expect
    .poll(async () => (await tabs.allTextContents()).slice(0, 1 + names.length))
    .toEqual([`All${total}`, ...names.map((name) => `${name}${perCategory[name] ?? 0}`)])

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

  for (const [sort, order] of Object.entries(orders)) {
    const names = order.map((name) => `${tag} ${name}`)
    const listed = async () => {
      const { scripts: list } = await (await request.get(`/api/scripts?tag=${tag}&sort=${sort}`)).json()
      return list.map(({ name }: { name: string }) => name)
    }
    // The counts of a list may be a few seconds old.
    await expect.poll(listed).toEqual(names)
    await page.goto(`/scripts?tag=${tag}&sort=${sort}`)
    await expect(cards(page).getByRole('heading')).toHaveText(names)
  }
})

async function download(request: APIRequestContext, id: number | undefined) {
  const headers = bearer(await registerUser('member'))
  expect((await request.get(`/api/scripts/${id}/download`, { headers })).ok()).toBe(true)
  expect((await request.post(`/api/scripts/${id}/download`, { headers })).ok()).toBe(true)
}

test('an empty result shows a message, and its button clears every filter', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}&category=Mapping`)
  await expect(page.getByRole('heading', { name: 'No scripts found' })).toBeVisible()
  await expect(countText(page)).toHaveText('No scripts')

  const clear = page.getByRole('link', { name: 'Clear all filters' })
  await waitForHydration(clear)
  await clear.click()

  await expect(page).toHaveURL('/scripts')
  await expect(cards(page)).toHaveCount(12)
  await expect(search(page)).toBeFocused()
})

test('a list that cannot be loaded shows an error in its place, and Try Again loads it', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  await waitForHydration(tab(page, 'Jobs'))
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

test('cards of a phone show a wide image as a whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/scripts?tag=${word}`)
  const cover = cards(page).first().locator('[data-cover]')
  const ratio = async () => {
    const box = await cover.boundingBox()
    return box && box.width / box.height
  }
  await expect.poll(ratio).toBeCloseTo(16 / 9, 1)
})

test('cards of a phone show all of an image with another ratio', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/scripts?tag=${word}`)

  await expect(cards(page).first().locator('[data-cover] img')).toHaveCSS('object-fit', 'contain')
})

for (const [state, isShown] of [
  ['is loaded', true],
  ['fails', false],
] as const)
  test(`an image of a card that ${state} before the scripts of the page ${isShown ? 'stays' : 'is replaced'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    if (!isShown) await page.route('**/files/images/**', (route) => route.abort())
    const delay = await delayRequests(page, '**/assets/*.js')
    await openWithoutScripts(page, `/scripts?tag=${word}`)
    const image = cards(page).first().locator('[data-cover] img')
    await expect(image).toHaveJSProperty('complete', true)

    delay.release()
    await waitForHydration(cards(page).first())

    await expect(image).toBeVisible({ visible: isShown })
  })
