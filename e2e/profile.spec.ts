import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost, delayRequests, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import {
  joinScript,
  uniqueName,
  registerUser,
  registerUploader,
  signInPage,
  submitScript,
  type RegisteredUser,
} from './users.ts'
import { readPage, visibleText } from './read-page.ts'

test.describe.configure({ mode: 'default' })

let author: RegisteredUser
const scripts: { id: number; name: string }[] = []

test.beforeAll('an author with 25 scripts', async () => {
  author = await registerUploader()
  for (let count = 1; count <= 25; count += 1)
    scripts.unshift(await submitScript(author, { name: `Harbour ${count} of ${author.username}` }))
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.getByRole('article').getByRole('article')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })
const names = (from: number, to: number) => scripts.slice(from, to).map(({ name }) => name)
const profilePath = () => `/user/${author.username}`

async function expectCards(page: Page, from: number, to: number) {
  await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText(names(from, to))
}

test('a profile is complete without JavaScript, with the metadata for crawlers and share cards', async ({
  request,
}) => {
  const page = await readPage(request, `${profilePath()}?page=2`)

  expect(page.status).toBe(200)
  expect(page.title).toBe(`${author.username}, page 2 · Scripthaven`)
  expect(page.meta).toMatchObject({ 'og:type': 'profile', 'og:title': `${author.username}, page 2` })
  expect(page.meta['description']).toContain(author.username)
  expect(page.links['canonical']).toMatch(new RegExp(`${profilePath()}\\?page=2$`))
  const text = visibleText(page.html)
  for (const name of names(12, 24)) expect(text).toContain(name)
  expect(page.html).not.toContain(author.email)
})

test('an unknown user has a page with status 404 that search engines do not index', async ({ request }) => {
  const unknown = await readPage(request, `/user/${uniqueName('unknown')}`)
  expect(unknown.status).toBe(404)
  expect(unknown.title).toBe('User Not Found · Scripthaven')
  expect(unknown.meta['robots']).toBe('noindex')
  expect(visibleText(unknown.html)).toContain('User not found')

  const nameless = await readPage(request, '/user/')
  expect(nameless.status).toBe(404)
  expect(visibleText(nameless.html)).toContain('Username is required')
})

test('the sidebar shows the user, their group, the date of registration and their statistics', async ({
  page,
}) => {
  const errors = recordPageErrors(page)
  await page.goto(profilePath())
  const about = page.getByRole('complementary', { name: `About ${author.username}` })

  await expect(heading(page)).toHaveText(author.username)
  await expect(about.getByText('Verified member', { exact: true })).toBeVisible()
  await expect(about.getByText(/^Joined \d+ \w+ \d{4}$/)).toBeVisible()
  for (const [name, value] of [
    ['Scripts', '25'],
    ['Downloads', '0'],
    ['Reputation', '0'],
  ] as const)
    await expect(
      about.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd'),
    ).toHaveText(value)
  await expect(about.getByRole('link', { name: 'Edit profile' })).toHaveCount(0)
  await expectNoViolations(page)
  expect(errors).toEqual([])
})

test('a page has twelve scripts; pages are URLs in the history', async ({ page }) => {
  await page.goto(profilePath())
  await expectCards(page, 0, 12)
  await expect(pages(page).locator('[aria-current]')).toHaveText('Page 1')

  await pages(page).getByRole('link', { name: 'Page 3' }).click()
  await expect(page).toHaveURL(`${profilePath()}?page=3`)
  await expectCards(page, 24, 25)
  await expect(pages(page).locator('[aria-current]')).toHaveText('Page 3')
  await pages(page).getByRole('link', { name: 'Previous' }).click()
  await expectCards(page, 12, 24)

  await page.goBack()
  await expect(page).toHaveURL(`${profilePath()}?page=3`)
  await expectCards(page, 24, 25)
  await page.goto(`${profilePath()}?page=99`)
  await expectCards(page, 24, 25)
  await page.goto(`${profilePath()}?page=first`)
  await expectCards(page, 0, 12)
})

test('the scripts are sorted, from the first page, and the order is in the URL', async ({ page }) => {
  await page.goto(`${profilePath()}?page=2`)
  await waitForHydration(page.getByLabel('Sort'))
  await page.getByLabel('Sort').selectOption('Most Viewed')
  await expect(page).toHaveURL(`${profilePath()}?sort=views`)
  await expect(cards(page)).toHaveCount(12)
  await pages(page).getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(`${profilePath()}?sort=views&page=2`)
  await expect(page.getByLabel('Sort')).toHaveValue('views')
  await page.getByLabel('Sort').selectOption('Newest')
  await expect(page).toHaveURL(profilePath())
  await expectCards(page, 0, 12)
  await expectNoViolations(page)
})

test('a card has room for its author, date and version at each width', async ({ page }) => {
  for (const width of [1440, 1180, 1024, 768, 600]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(profilePath())
    const widest = await cards(page).evaluateAll((articles) =>
      Math.max(...articles.map((article) => article.scrollWidth - article.clientWidth)),
    )
    expect({ width, widest }).toEqual({ width, widest: 0 })
    expect((await cards(page).first().boundingBox())?.width).toBeGreaterThan(260)
  }
})

test('scripts of others that a member works on are a list of their own', async ({ page }) => {
  const member = await registerUser('helper')
  const [script] = scripts
  await joinScript(author, member, script?.id ?? 0, 'maintainer')
  const lists = page.getByRole('navigation', { name: `Lists of ${member.username}` })

  await page.goto(`/user/${member.username}`)
  await page.getByRole('link', { name: 'Show Collaborations' }).click()
  await expect(page).toHaveURL(`/user/${member.username}?list=co-authored`)
  await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText([script?.name ?? ''])
  await expect(lists.locator('[aria-current]')).toHaveText('Collaborations1')
  await expectNoViolations(page)
  await lists.getByRole('link', { name: 'Owned' }).click()
  await expect(page.getByRole('heading', { name: 'No scripts of their own' })).toBeVisible()

  await page.goto(profilePath())
  await expect(page.getByRole('navigation', { name: /^Lists of/ })).toHaveCount(0)
})

test('while the next page loads the current one stays', async ({ page }) => {
  await page.goto(profilePath())
  const hold = await delayRequests(page, '**/api/users/profile/**')
  const second = pages(page).getByRole('link', { name: 'Page 2' })
  await waitForHydration(second)
  await second.click()

  await expect(page.getByRole('list', { name: /^Scripts by/ })).toHaveAttribute('aria-busy', 'true')
  await expectCards(page, 0, 12)
  hold.release()
  await expectCards(page, 12, 24)
})

test('a card opens its script, by mouse and by keyboard', async ({ page }) => {
  await page.goto(profilePath())
  const [first] = scripts
  await cards(page)
    .first()
    .click({ position: { x: 40, y: 40 } })
  await expect(heading(page)).toHaveText(first?.name ?? '')
  await page.goBack()

  const link = cards(page)
    .first()
    .getByRole('link', { name: first?.name ?? '' })
  await waitForHydration(link)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts/${first?.id}`)
  await expectFocusNotLost(page)
})

test('a profile shows a skeleton while it loads, and an unknown user shows an error', async ({ page }) => {
  const hold = await delayRequests(page, '**/api/users/profile/**')
  await page.goto(`/scripts?author=${author.username}`)
  const link = page.getByRole('article').first().getByRole('link', { name: author.username, exact: true })
  // A click before the hydration loads the profile from the server.
  await waitForHydration(link)
  await link.click()
  await expect(page).toHaveURL(profilePath())
  await expect(page.getByText('Loading scripts')).toBeAttached()
  hold.release()
  await expect(heading(page)).toHaveText(author.username)

  await page.goto(`/user/${uniqueName('unknown')}`)
  await expect(heading(page)).toHaveText('User Not Found')
  await expect(page.getByText('User not found', { exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('a profile that cannot be loaded shows an error and can be retried', async ({ page }) => {
  await page.route('**/api/users/profile/**', (route) => route.abort())
  await page.goto(`/scripts?author=${author.username}`)
  const link = page.getByRole('article').first().getByRole('link', { name: author.username, exact: true })
  await waitForHydration(link)
  await link.click()

  await expect(heading(page)).toHaveText('User Not Found')
  await expect(page.getByRole('alert')).toContainText('Failed to load user profile')
  await expectNoViolations(page, [1440, 390])
  await page.unroute('**/api/users/profile/**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(heading(page)).toHaveText(author.username)
  await expectFocusNotLost(page)
})

test('a user without scripts has a profile with a link to their settings', async ({ page }) => {
  const member = await registerUser('a-member-with-a-wide-n')
  await signInPage(page, member)
  await page.goto(`/user/${member.username.toUpperCase()}`)

  await expect(heading(page)).toHaveText(member.username)
  await expect(page.getByRole('heading', { name: 'No scripts yet' })).toBeVisible()
  await expect(page.getByText('The scripts that you share appear here.')).toBeVisible()
  await expect(pages(page)).toHaveCount(0)
  await expectNoViolations(page)
  const edit = page.getByRole('link', { name: 'Edit profile' })
  for (const width of [1440, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const name = await heading(page).getByText(member.username).boundingBox()
    const button = await edit.boundingBox()
    if (!name || !button) throw new Error('not visible')
    const isBeside = name.x + name.width <= button.x || button.y + button.height <= name.y
    expect(isBeside, `at ${width} px`).toBe(true)
  }
  await edit.click()
  await expect(page).toHaveURL('/profile/settings')
})
