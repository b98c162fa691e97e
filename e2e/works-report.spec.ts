import { expect } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { smallArchive } from './author-files.ts'
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

test('an author answers by keyboard, and a fix asks the writer again; the focus stays on the report', async ({
  browser,
}) => {
  const author = await users.signIn(app.url, owner)
  const script = await submitScript(author, { version: '1.0.0' }, undefined, app.url)
  const member = await users.registerUser(app.url, 'writer')
  const { body: page } = await requireSuccess(app.url, null, 'GET', `/api/scripts/${script.id}/versions`)
  await requireSuccess(app.url, member, 'GET', `/api/scripts/${script.id}/download`)
  await queryDatabase(app, `update version_downloads set first_at = first_at - interval '2 days'`)
  const report = { outcome: 'problems', text: 'The van falls through the map.' }
  const path = `/api/versions/${page.versions[0].id}/works-report`
  await requireSuccess(app.url, member, 'PUT', path, report)
  const fix = new FormData()
  fix.set('scriptFile', new File([new Uint8Array(smallArchive())], 'garage.zip'))
  fix.set('number', '1.1.0')
  const { body: fixed } = await requireSuccess(
    app.url,
    author,
    'POST',
    `/api/scripts/${script.id}/versions`,
    fix,
  )

  const desk = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
  await signInPage(desk, author)
  await desk.goto(`/scripts/${script.id}/works?v=${page.versions[0].id}`)
  const answer = desk.getByRole('button', { name: 'Answer the report of writer' })
  await answer.press('Enter')
  const text = desk.getByRole('textbox', { name: 'Your answer' })
  await expect(text).toBeFocused()
  await desk.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(answer).toBeFocused()
  await answer.press('Enter')
  await expect(text).toBeFocused()
  await desk.keyboard.type('A wrong coordinate.')
  await desk.getByRole('textbox', { name: 'Fixed in version' }).fill('1.1.0')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Fixed in 1.1.0')).toBeVisible()
  await expectFocusNotLost(desk)
  await expect(desk.getByRole('button', { name: 'Report the text of writer' })).toBeVisible()
  await desk.close()

  const reader = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
  await signInPage(reader, member)
  await reader.goto('/notifications')
  await reader
    .getByRole('main')
    .getByRole('link', { name: /answered your report/ })
    .click()
  await expect(reader).toHaveURL(`/scripts/${script.id}/works?v=${fixed.id}`)
  await expect(reader.getByRole('heading', { name: 'Does version 1.1.0 work for you?' })).toBeVisible()
  await reader.close()
})
