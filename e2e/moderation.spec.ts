import { expect, type Browser, type Locator, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'
import type { RegisteredUser } from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { smallArchive, smallImage } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { startOwnApp } from './own-app.ts'
import type { OwnApp } from './own-app.ts'
import { signInPage, uniqueName } from './users.ts'

test.describe.configure({ mode: 'default' })

let app: OwnApp
let site: RegisteredUser
test.beforeAll(async () => {
  app = await startOwnApp({
    SCRIPT_REVIEW: 'all',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  site = await users.signIn(app.url, owner)
})
test.afterAll(() => app.stop())

async function register(prefix: string, group?: string): Promise<RegisteredUser> {
  const user = await users.registerUser(app.url, uniqueName(prefix))
  if (group === undefined) return user
  await users.changeGroup(app.url, site, user, group, 'add')
  const { body } = await requireSuccess(app.url, user, 'GET', '/api/auth/profile')
  return { ...user, user: body.user }
}

async function submit(author: { token: string }, name: string): Promise<number> {
  const form = new FormData()
  for (const [key, value] of Object.entries({
    name,
    description: 'A garage where players keep, find and repair their vehicles.',
    script_status: 'Readable',
    category: 'Cars',
    version: '1.0.0',
    tags: '["garage"]',
  }))
    form.set(key, value)
  form.set('scriptFile', new File([new Uint8Array(smallArchive())], 'garage.zip'))
  form.set('images', new File([new Uint8Array(smallImage)], 'cover.png', { type: 'image/png' }))
  const { body } = await requireSuccess(app.url, author, 'POST', '/api/scripts', form)
  return body.id
}

async function expectWaiting(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { body } = await requireSuccess(app.url, site, 'GET', '/api/moderation/cases?kind=review')
        return body.counts.review
      },
      { timeout: 40_000 },
    )
    .toBe(count)
}

/** A published script. */
async function publish(author: RegisteredUser, name: string): Promise<number> {
  const id = await submit(author, name)
  await expectWaiting(1)
  const { body } = await requireSuccess(app.url, site, 'GET', '/api/moderation/cases?kind=review')
  const [review] = body.cases
  await requireSuccess(app.url, site, 'POST', `/api/moderation/cases/${review.id}/claim`)
  await requireSuccess(app.url, site, 'POST', `/api/moderation/cases/${review.id}/decide`, {
    decision: 'published',
  })
  return id
}

async function openPage(browser: Browser, user: RegisteredUser, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
  await signInPage(page, user)
  await page.goto(path)
  return page
}

/** The details are hydrated after the first load; before, a click has no effect. */
async function openReport(page: Page, dialog: Locator): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Report this script' }).click()
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
}

const publishOption = (page: Page) => page.getByRole('radio', { name: /^Publish/ })

test('a moderator decides 20 reviews with at most 40 key presses, and the next case opens by itself', async ({
  browser,
}) => {
  test.slow()
  const author = await register('author', 'verified')
  const names = Array.from({ length: 20 }, (_, index) => uniqueName(`Garage ${index + 1}`))
  for (const name of names) await submit(author, name)
  await expectWaiting(names.length)
  const page = await openPage(browser, await register('moderator', 'moderator'), '/admin/moderation')
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Garage 1-' })).toBeVisible()

  await press('Enter')
  for (const [index, name] of names.entries()) {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(publishOption(page)).toHaveAttribute('aria-keyshortcuts', 'p')
    if (index % 7 === 3) {
      await press('2')
      await press('r')
      await expect(page.getByRole('textbox', { name: 'Response' })).toBeFocused()
      await press('Control+Enter')
    } else await press('p')
  }

  await expect(page).toHaveURL('/admin/moderation')
  await expect(page.getByText('No version waits for review.')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(40)
  const { body } = await requireSuccess(app.url, site, 'GET', `/api/scripts?author=${author.username}`)
  expect(body.pagination.total).toBe(17)
  await page.close()
})

test('a reported author responds, and both sides see the decision of a moderator', async ({ browser }) => {
  test.slow()
  const author = await register('author', 'verified')
  const name = uniqueName('Towing')
  const id = await publish(author, name)
  const text = 'The same files are in another script, with another name in them.'

  const memberPage = await openPage(browser, await register('member'), `/scripts/${id}`)
  const dialog = memberPage.getByRole('dialog', { name: `Report ${name}` })
  await openReport(memberPage, dialog)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await expectNoViolations(memberPage, [1440, 390])
  await dialog.getByRole('combobox').selectOption('stolen')
  await dialog.getByRole('textbox', { name: 'What did you see?' }).fill(text)
  await dialog.getByRole('textbox', { name: /^Links/ }).fill('https://example.com/original')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await memberPage.getByRole('dialog').getByRole('link', { name: 'See the case' }).click()
  await expect(memberPage.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(memberPage.getByText(text)).toBeVisible()
  const casePath = new URL(memberPage.url()).pathname

  const authorPage = await openPage(browser, author, '/notifications')
  await authorPage
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(authorPage).toHaveURL(casePath)
  await authorPage.getByRole('textbox', { name: 'Message' }).fill('I wrote both of them.')
  await authorPage.getByRole('button', { name: 'Send message' }).click()
  await expect(authorPage.getByRole('listitem').filter({ hasText: 'I wrote both of them.' })).toBeVisible()
  await expect(authorPage.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expectNoViolations(authorPage, [1440, 390])

  const page = await openPage(
    browser,
    await register('moderator', 'moderator'),
    '/admin/moderation?kind=report',
  )
  await expectNoViolations(page, [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('Claimed by you until')).toBeVisible()
  await expect(page.getByText('I wrote both of them.')).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: /^Warn the author/ }).check()
  await page.getByRole('button', { name: 'Warn the author' }).click()
  const response = page.getByRole('textbox', { name: 'Response' })
  await expect(response).toHaveAccessibleDescription(/explain/)
  await response.fill('Please name the original in the description.')
  await page.getByRole('textbox', { name: /^Public note/ }).fill('The original is named now.')
  await page.getByRole('button', { name: 'Warn the author' }).click()
  await expect(page.getByText('No report waits for a decision.')).toBeVisible()

  for (const party of [memberPage, authorPage]) {
    await party.reload()
    const result = party.getByRole('region', { name: 'Decision' })
    await expect(result.getByRole('heading', { name: 'Author warned' })).toBeVisible()
    await expect(result.getByText('Please name the original in the description.')).toBeVisible()
    await party.goto('/cases')
    await expect(party.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
    await expectNoViolations(party, [1440, 390])
  }
  // Not by its reporter.
  await expect(memberPage.getByText('I wrote both of them.')).toHaveCount(0)

  const visitor = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const log = await visitor.newPage()
  await log.goto('/moderation?decision=warned')
  const entry = log.getByRole('listitem').filter({ hasText: 'The original is named now.' })
  await expect(entry.getByRole('link', { name })).toHaveAttribute('href', `/scripts/${id}`)
  await visitor.close()
  await Promise.all([memberPage.close(), authorPage.close(), page.close()])
})

test('a banned member appeals, and another moderator than the issuer of the ban decides', async ({
  browser,
}) => {
  const [issuer, other] = [await register('issuer', 'moderator'), await register('other', 'moderator')]
  const member = await register('member')
  await requireSuccess(app.url, issuer, 'POST', `/api/users/admin/users/${member.id}/ban`, {
    reason: 'Advertising in each description.',
    is_permanent: true,
  })
  const memberPage = await openPage(browser, member, '/')
  await memberPage.getByRole('button', { name: 'Appeal this ban' }).click()
  const text = memberPage.getByRole('textbox', { name: 'Why should this be decided again?' })
  await text.fill('Too short.')
  await memberPage.getByRole('button', { name: 'Send appeal' }).click()
  await expect(text).toHaveAccessibleDescription(/at least 20 characters/)
  await expectNoViolations(memberPage, [1440, 390])
  await text.fill('It was one link to my own documentation, which I have removed.')
  await memberPage.getByRole('button', { name: 'Send appeal' }).click()
  await expect(memberPage.getByRole('heading', { name: /^Appeal #/ })).toContainText('Open')
  await expectNoViolations(memberPage, [1440, 390])

  const queue = '/admin/moderation?kind=appeal'
  const issuerPage = await openPage(browser, issuer, queue)
  await issuerPage.getByRole('link', { name: member.username, exact: true }).click()
  await expect(issuerPage.getByText('Another user must decide the appeal.')).toBeVisible()
  await expect(issuerPage.getByRole('radio', { name: /^Grant/ })).toBeDisabled()

  const page = await openPage(browser, other, queue)
  await page.getByRole('link', { name: member.username, exact: true }).click()
  await expect(page.getByText('Advertising in each description.').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Grant/ })).toHaveAttribute('aria-keyshortcuts', 'g')
  await page.keyboard.press('g')
  await page.keyboard.type('One link is fine.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('No appeal waits for a decision.')).toBeVisible()

  await memberPage.goto('/cases')
  await memberPage.getByRole('link', { name: /Appeal #/ }).click()
  await expect(memberPage.getByRole('heading', { name: 'Appeal granted' })).toBeVisible()
  await expect(memberPage.getByText('One link is fine.')).toBeVisible()
  await Promise.all([memberPage.close(), issuerPage.close(), page.close()])
})

test('the author sees the place in the queue; another moderator sees who works on the case, and a second decision is rejected', async ({
  browser,
}) => {
  const author = await register('author', 'verified')
  const [first, second] = [await register('first', 'moderator'), await register('second', 'moderator')]
  const name = uniqueName('Hangar')
  const scriptId = await submit(author, name)
  await expectWaiting(1)
  const authorPage = await openPage(browser, author, `/scripts/${scriptId}`)
  const state = authorPage.getByRole('region', { name: 'Script management' })
  await expect(state.getByText('Position 1 of 1')).toBeVisible()
  await expect(state.getByText('every version is reviewed here')).toBeVisible()
  await state.getByRole('link', { name: 'See the case' }).click()
  await expect(authorPage.getByRole('heading', { level: 1, name })).toBeVisible()
  const page = await openPage(browser, first, '/admin/moderation')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('Claimed by you until')).toBeVisible()

  const late = await openPage(browser, second, '/admin/moderation')
  await expect(late.getByText(`Claimed by ${first.username}`)).toBeVisible()
  await late.getByRole('link', { name, exact: true }).click()
  await expect(late.getByText(`Claimed by ${first.username} until`)).toBeVisible()
  await expect(publishOption(late)).toBeDisabled()

  // Decided elsewhere, after the page was loaded.
  const id = new URL(page.url()).pathname.split('/').pop()
  await expect(publishOption(page)).toHaveAttribute('aria-keyshortcuts', 'p')
  await requireSuccess(app.url, first, 'POST', `/api/moderation/cases/${id}/decide`, {
    decision: 'published',
  })
  await page.keyboard.press('p')
  await expect(page.getByRole('alert').filter({ hasText: /closed|decided/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Published' })).toBeVisible()
  await Promise.all([authorPage.close(), page.close(), late.close()])
})

test('a visitor who reports signs in first; the queue is empty, filtered and explained by keys', async ({
  browser,
  page,
}) => {
  const author = await register('author', 'verified')
  const id = await publish(author, uniqueName('Harbor'))
  await page.goto(`${app.url}/scripts/${id}`)
  const member = await register('member')
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await openReport(page, signIn)
  await signIn.getByLabel('Email').fill(member.email)
  await signIn.getByLabel('Password', { exact: true }).fill(member.password)
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Report Harbor/ })).toBeVisible()

  const staff = await openPage(browser, site, '/admin/moderation?kind=takedown&claimed=me')
  await expect(staff.getByText('No case matches this filter.')).toBeVisible()
  await staff.keyboard.press('?')
  const keys = staff.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toBeVisible()
  await expectNoViolations(staff, [1440, 390])
  await staff.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await staff.goto('/moderation')
  await expect(staff.getByText('Decided in the last 30 days')).toBeVisible()
  await expectNoViolations(staff, [1440, 390])
  await staff.goto('/admin')
  await expect(staff.getByText(/No case waits\.|cases? waits?/)).toBeVisible()
  await staff.close()
})
