import { expect, type Page } from '@playwright/test'

import { sendRequest } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, signInPage, submitScript } from './users.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a token is created, shown once, listed and revoked', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)
  await page.goto('/profile/settings?tab=tokens')
  const form = section(page, 'Create a token')
  await expect(section(page, 'Access tokens')).toContainText('No access tokens')

  await form.getByRole('checkbox', { name: 'Download' }).uncheck()
  await form.getByRole('button', { name: 'Create Token' }).click()
  await expect(form).toContainText('Name is required')
  await expect(form).toContainText('Choose at least one scope')

  await form.getByLabel('Name').fill('Build server')
  await form.getByRole('checkbox', { name: 'Publish' }).check()
  await form.getByText('Chosen scripts').click()
  await form.getByRole('button', { name: 'Create Token' }).click()
  await expect(form).toContainText('Choose at least one script')
  await form.getByRole('checkbox', { name: script.name }).check()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: 'Create Token' }).click()

  const created = section(page, 'Build server was created')
  await expect(created.getByRole('heading')).toBeFocused()
  const token = (await created.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^shv_[0-9A-Za-z]{38}$/)
  const current = () => sendRequest(appUrl, { token }, 'GET', '/api/tokens/current')
  expect(await current()).toMatchObject({
    status: 200,
    body: { token: { scopes: ['publish'], scripts: [{ id: script.id }] } },
  })
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)

  const list = section(page, 'Access tokens')
  await expect(list).toContainText('Build server')
  await expect(list).toContainText(token.slice(0, 8))
  await list.getByRole('button', { name: 'Revoke Build server' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(list).toContainText('No access tokens')
  await expectFocusNotLost(page)
  expect((await current()).status).toBe(401)
})
