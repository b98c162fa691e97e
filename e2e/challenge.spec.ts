import { expect } from '@playwright/test'

import { accountNamed } from '#test-support/users.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { test } from './fixtures.ts'
import { startOwnApp, type OwnApp } from './own-app.ts'

let app: OwnApp

// Rate limits count the accounts of a network.
test.beforeAll(async () => {
  app = await startOwnApp({ RATE_LIMITS: 'on' })
})
test.afterAll(() => app?.stop())

test('after two accounts of a network the browser solves a challenge, and the form says so', async ({
  page,
}) => {
  const errors = recordPageErrors(page)
  for (const name of ['first', 'second'])
    await requireSuccess(app.url, null, 'POST', '/api/auth/register', accountNamed(name))
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByLabel('Username').fill('third')
  await dialog.getByLabel('Email').fill('third@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('Confirm password').fill('correct horse battery')
  const repeated = Promise.withResolvers<void>()
  await page.route('**/api/auth/register', async (route) => {
    if (String(route.request().postData()).includes('"proof"')) await repeated.promise
    await route.continue()
  })

  await dialog.getByLabel('Confirm password').press('Enter')

  await expect(dialog.getByRole('status')).toContainText(
    'Checking… Several accounts were created from your network',
  )
  await expect(dialog.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expectNoViolations(page, [390])
  repeated.resolve()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your account is not yet verified')).toBeVisible()
  expect(errors).toEqual([])
})
