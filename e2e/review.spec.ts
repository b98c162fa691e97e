import { expect } from '@playwright/test'

import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { submitGarage } from './author-files.ts'
import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage, uniqueName } from './users.ts'

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp({
    SCRIPT_REVIEW: 'on',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
})
test.afterAll(() => app.stop())

/** The pages of a script, each with a heading that only a user who may see the script reads. */
const pages = ['', '/report', '/files', '/versions', '/install', '/dependents', '/changes', '/edit']

test('its author never reads that a waiting script does not exist, and a visitor does', async ({
  browser,
}) => {
  const site = await users.signIn(app.url, owner)
  const author = await users.registerUser(app.url, uniqueName('author'))
  await users.changeGroup(app.url, site, author, 'verified', 'add')
  const id = await submitGarage(app.url, author, 'Hidden garage')
  const visitor = await browser.newPage()
  const authorPage = await browser.newPage()
  await signInPage(authorPage, author)

  for (const path of pages) {
    const url = `${app.url}/scripts/${id}${path}`
    const missing = /not found/i
    if (path !== '/edit') {
      expect((await visitor.goto(url))?.status(), path).toBe(404)
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Script Not Found')
    }
    const scripts = await delayRequests(authorPage, '**/assets/*.js')
    await authorPage.goto(url, { waitUntil: 'commit' })
    await expect(authorPage.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
    await expect(authorPage.getByText(missing).filter({ visible: true })).toHaveCount(0)
    expect(await authorPage.title()).not.toMatch(missing)
    if (path === '/versions' || path === '/install')
      await expect(authorPage.getByRole('heading', { level: 1 })).toHaveText('Loading script')

    const own = await delayRequests(authorPage, `**/api/scripts/${id}`)
    scripts.release()
    await expect.poll(own.seen).toBeGreaterThan(0)
    await expect(authorPage.getByText(missing).filter({ visible: true })).toHaveCount(0)
    await expect(authorPage.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible()
    own.release()
    await expect(authorPage.getByText(/Hidden garage/).first()).toBeVisible()
    await authorPage.unrouteAll({ behavior: 'wait' })
  }
  await authorPage.goto(`${app.url}/scripts/999999`)
  await expect(authorPage.getByRole('heading', { level: 1 })).toHaveText('Script Not Found')
  await expect(authorPage).toHaveTitle('Script Not Found · Scripthaven')
})

test('a script that waits for review shows that to its author, and a moderator publishes it from both screens', async ({
  browser,
}) => {
  const site = await users.signIn(app.url, owner)
  const author = await users.registerUser(app.url, uniqueName('author'))
  await users.changeGroup(app.url, site, author, 'verified', 'add')
  const ids = [
    await submitGarage(app.url, author, 'First garage'),
    await submitGarage(app.url, author, 'Second garage'),
  ]

  const authorPage = await browser.newPage()
  await signInPage(authorPage, author)
  await authorPage.goto(`${app.url}/scripts/${ids[0]}`)
  await expect(authorPage.getByText('Waiting for review')).toBeVisible()
  await expect(authorPage.getByRole('button', { name: 'Publish' })).toHaveCount(0)

  const page = await browser.newPage()
  await signInPage(page, site)
  await page.goto(`${app.url}/scripts/${ids[0]}`)
  const report = page.getByRole('link', { name: 'Report how it works for you' })
  await expect(page.getByText('No member has reported on this version yet.')).toBeVisible()
  await expect(report).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish First garage' }).click()
  await expect(page.getByText('Script published')).toBeVisible()
  await expect(page.getByText('Waiting for review')).toHaveCount(0)
  await expect(report).toBeVisible()

  await page.goto(`${app.url}/admin/scripts?state=waiting`)
  await page.getByRole('checkbox', { name: 'Select Second garage' }).check()
  const bar = page.getByRole('region', { name: 'Selected scripts' })
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('No scripts match this search and these filters.')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()

  await authorPage.reload()
  await expect(authorPage.getByRole('heading', { name: 'First garage' })).toBeVisible()
  await expect(authorPage.getByText('Waiting for review')).toHaveCount(0)
  const visitor = await browser.newPage()
  await visitor.goto(`${app.url}/scripts`)
  await expect(visitor.getByRole('link', { name: 'Second garage' })).toBeVisible()
})
