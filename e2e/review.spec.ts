import { expect } from '@playwright/test'

import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { submitGarage } from './author-files.ts'
import { test } from './fixtures.ts'
import { startOwnApp } from './own-app.ts'
import type { OwnApp } from './own-app.ts'
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
  await page.getByRole('button', { name: 'Publish First garage' }).click()
  await expect(page.getByText('Script published')).toBeVisible()
  await expect(page.getByText('Waiting for review')).toHaveCount(0)

  await page.goto(`${app.url}/admin/scripts?state=waiting`)
  await page.getByRole('checkbox', { name: 'Select Second garage' }).check()
  const bar = page.getByRole('region', { name: 'Selected scripts' })
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('No script matches this search and these filters.')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()

  await authorPage.reload()
  await expect(authorPage.getByRole('heading', { name: 'First garage' })).toBeVisible()
  await expect(authorPage.getByText('Waiting for review')).toHaveCount(0)
  const visitor = await browser.newPage()
  await visitor.goto(`${app.url}/scripts`)
  await expect(visitor.getByRole('link', { name: 'Second garage' })).toBeVisible()
})
