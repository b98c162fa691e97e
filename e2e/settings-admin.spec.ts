import { expect, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import { signIn, type RegisteredUser } from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectSmallShifts, recordLayoutShifts, withoutFonts } from './browser.ts'
import { test } from './fixtures.ts'
import { startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage } from './users.ts'

let app: OwnApp
let admin: RegisteredUser

// One app for all: settings change every page of a site.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  app = await startOwnApp({
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    CHAT_INVITE_URL: 'https://127.0.0.1:9/invite',
  })
  admin = await signIn(app.url, owner)
})
test.afterAll(() => app?.stop())

const form = (page: Page) => page.getByRole('form', { name: 'Settings' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save Changes' })
const banner = (page: Page) => page.getByRole('complementary', { name: 'Announcement' })
const change = (body: Record<string, unknown>) => requireSuccess(app.url, admin, 'PUT', '/api/settings', body)

async function openSettings(page: Page) {
  await signInPage(page, admin)
  await page.goto(`${app.url}/admin/settings`)
  await expect(form(page)).toBeVisible()
}

test('a new name and an announcement are on the next page of a visitor', async ({ page, browser }) => {
  const errors = recordPageErrors(page)
  await openSettings(page)
  await expect(save(page)).toBeDisabled()
  await form(page).getByLabel('Site name').fill(' ')
  await save(page).click()
  await expect(form(page).getByLabel('Site name')).toHaveAccessibleDescription(/^Site name is required/)

  await form(page).getByLabel('Site name').fill('Night City')
  await form(page).getByLabel('Announcement text').fill('Maintenance on Sunday')
  await form(page).getByLabel('Tone').selectOption('Warning')
  await form(page)
    .getByRole('textbox', { name: /^Link ?\(/ })
    .fill('/faq')
  await form(page).getByLabel('Link text').fill('Read why')
  const preview = page.getByRole('region', { name: 'Preview of the announcement' })
  await expect(preview).toContainText('Maintenance on Sunday Read why')
  await save(page).click()

  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(form(page)).toContainText('All changes are saved.')
  await expect(banner(page)).toContainText('Maintenance on Sunday')
  await expect(page).toHaveTitle(/Night City$/)

  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(`${app.url}/scripts`)
  await expect(visitor).toHaveTitle(/Night City$/)
  await expect(banner(visitor)).toContainText('Maintenance on Sunday')
  await expectNoViolations(visitor, [1440, 390])
  await banner(visitor).getByRole('link', { name: 'Read why' }).click()
  await expect(visitor).toHaveURL(`${app.url}/faq`)

  await banner(visitor).getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner(visitor)).toBeHidden()
  await expect(visitor.getByRole('main')).toBeFocused()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(visitor)).toBeHidden()
  await change({ bannerText: 'Back again' })
  await visitor.reload()
  await expect(banner(visitor)).toContainText('Back again')
  await context.close()
  expect(errors).toEqual([])
})

test('an announcement is readable without JavaScript and moves nothing', async ({ browser }) => {
  await change({ bannerText: 'Read me', bannerUntil: null })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(app.url)
  await expect(banner(page)).toContainText('Read me')
  await context.close()

  const other = await (await browser.newContext()).newPage()
  await withoutFonts(other)
  const shifts = await recordLayoutShifts(other)
  await other.goto(app.url)
  await expect(banner(other).getByRole('button', { name: 'Dismiss' })).toBeVisible()
  expectSmallShifts(await shifts())
  await other.context().close()
})

test('a setting of the environment is read-only, with the reason', async ({ page }) => {
  await openSettings(page)

  const invite = form(page).getByLabel('Invite link')
  await expect(invite).toHaveAttribute('readonly', '')
  await expect(invite).toHaveAccessibleDescription('Set by the operator (CHAT_INVITE_URL)')
  await expect(invite).toHaveValue('https://127.0.0.1:9/invite')
})

test('leaving with unsaved changes asks first, and discarding restores the fields', async ({ page }) => {
  await openSettings(page)
  const tagline = form(page).getByLabel('Tagline')
  await tagline.fill('Not saved')

  await page.getByRole('link', { name: 'Groups' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(tagline).toHaveValue('Not saved')
  await form(page).getByRole('button', { name: 'Discard' }).click()

  await expect(tagline).toHaveValue('')
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect(page).toHaveURL(/\/admin\/groups$/)
})

test('a field that was changed elsewhere shows the stored value, which is taken or overwritten', async ({
  page,
}) => {
  await change({ tagline: 'Of the morning' })
  await openSettings(page)
  await form(page).getByLabel('Tagline').fill('Of this page')
  await form(page).getByLabel('Submissions per hour', { exact: true }).fill('40')
  await change({ tagline: 'Of another page' })

  await save(page).click()

  const stored = form(page).getByRole('group', { name: 'Stored value of Tagline' })
  await expect(stored).toContainText('Stored now: Of another page')
  await stored.getByRole('button', { name: 'Use this value' }).click()
  await expect(form(page).getByLabel('Tagline')).toHaveValue('Of another page')
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('main')).toContainText('Settings Changed')
  await expect(page.getByRole('main')).toContainText('40')
})

test('the texts of About and Support are previewed and shown', async ({ page }) => {
  await openSettings(page)
  await form(page).getByLabel('About').fill('# Who we are\n\nA **small** team.')
  await form(page).getByRole('button', { name: 'Show preview' }).first().click()
  await expect(page.getByRole('region', { name: 'Preview', exact: true }).first()).toContainText(
    'A small team.',
  )
  await save(page).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto(`${app.url}/about`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About')
  await expect(page.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await page.goto(`${app.url}/support`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coming Soon')
})

test('the settings are accessible at every width', async ({ page }) => {
  await openSettings(page)
  await expectNoViolations(page, [1440, 768, 390])
})

test('a setting is saved twice in one visit, back to what it was', async ({ page }) => {
  await change({ siteName: 'Night City' })
  await openSettings(page)
  for (const name of ['Day City', 'Night City']) {
    await form(page).getByLabel('Site name').fill(name)
    await save(page).click()
    await expect(form(page)).toContainText('All changes are saved.')
    await expect(form(page).getByLabel('Site name')).toHaveValue(name)
    const { body } = await requireSuccess(app.url, admin, 'GET', '/api/settings')
    expect(body.settings.siteName).toBe(name)
  }
})
