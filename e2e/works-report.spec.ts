import { expect } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import { queryDatabase, startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage, submitScript } from './users.ts'

let app: OwnApp

test.beforeAll('an app with an owner', async () => {
  const { username, email, password } = owner
  app = await startOwnApp({ ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
})
test.afterAll(() => app.stop())

test('a member reports by keyboard how a version works, and deletes the report; the focus stays on the card', async ({
  browser,
}) => {
  const script = await submitScript(await users.signIn(app.url, owner), {}, undefined, app.url)
  const member = await users.registerUser(app.url, 'tester')
  await requireSuccess(app.url, member, 'GET', `/api/scripts/${script.id}/download`)
  await queryDatabase(app, `update version_downloads set first_at = first_at - interval '2 days'`)
  const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}/works`)

  await page.getByRole('radio', { name: 'Works with problems' }).press('Space')
  await page.getByRole('textbox', { name: 'What happened?' }).fill('The van falls through the map.')
  await page.getByRole('button', { name: 'Send report' }).press('Enter')
  const change = page.getByRole('button', { name: 'Change your report' })
  await expect(change).toBeVisible()
  await expectFocusNotLost(page)
  await expect(page.getByRole('table')).toContainText('Not stated')
  await expectNoViolations(page)

  const remove = page.getByRole('button', { name: 'Delete' })
  await remove.press('Enter')
  await page.getByRole('button', { name: 'Click again to confirm' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
  await expectFocusNotLost(page)
  await page.close()
})
