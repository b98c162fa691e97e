import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { appUrl, owner } from './app-url.ts'
import { test } from './fixtures.ts'
import { signInOwner } from './users.ts'

test('the API reference shows a call, sends it and shows the response, without requests to other origins', async ({
  page,
}) => {
  const errors = recordPageErrors(page)
  const foreign = collectForeignRequests(page)
  await page.goto('/api/docs')
  const call = await openCall(page, 'Categories', 'List categories')

  await expect(call).toContainText('Rate limit: 300 requests a minute, for each IP address.')
  await expect(call).toContainText('rate_limited: Too many requests.')
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()

  const response = call.locator('.live-responses-table')
  await expect(response.locator('.response-col_status').last()).toHaveText(/200/)
  await expect(response).toContainText('"name": "Mapping"')
  await expectNoViolations(page, [1440, 390])
  expect(errors).toEqual([])
  expect(foreign).toEqual([])
})

test('the reference marks required fields and types, and its forms are accessible', async ({ page }) => {
  await page.goto('/api/docs')
  const call = await openCall(page, 'Scripts', 'Submit a script')

  await expect(call).toContainText('Permission needed: scripts.upload.')
  await call.getByRole('button', { name: 'Try it out' }).click()
  const row = (field: string) => call.locator(`tr[data-property-name="${field}"]`)
  await expect(row('name')).toContainText('name *string')
  await expect(row('version')).toContainText('versionstring')
  await expect(row('scriptFile')).toContainText('string($binary)')
  await expect(row('images').getByLabel('File')).toHaveAttribute('type', 'file')
  await page.mouse.move(0, 0)
  await expect(call.getByRole('button', { name: 'Copy path to clipboard' })).toHaveCSS('width', '24px')
  await expectNoViolations(page, [1440, 390])
})

test('the dialog for a token is accessible, and calls carry the token', async ({ page }) => {
  const { token: session } = await signInOwner()
  await page.goto('/api/docs')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Authorization' })
  const token = dialog.getByRole('textbox', { name: 'Value' })
  await expect(token).toBeFocused()
  await expectNoViolations(page, [1440, 390])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Authorize' }).first()).toBeFocused()

  await page.keyboard.press('Enter')

  await token.fill(session)
  await dialog.getByRole('button', { name: 'Authorize' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const call = await openCall(page, 'Account', 'Get your account')
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table')).toContainText(`"username": "${owner.username}"`)
})

test('a link to a call opens it, and the pages follow the theme of the site', async ({ page }) => {
  await page.goto('/api/docs')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.goto('/api/docs#/Scripts/scripts.list')
  await page.reload()

  await expect(page.locator('.opblock.is-open')).toContainText('List published scripts')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the guide is accessible and leads to the reference', async ({ page }) => {
  const errors = recordPageErrors(page)
  await page.goto('/api/guide')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API guide')
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scripthaven API')
  expect(errors).toEqual([])
})

async function openCall(page: Page, tag: string, summary: string) {
  await page.locator(`[data-tag="${tag}"]`).click()
  const call = page.locator('.opblock').filter({ has: page.getByText(summary, { exact: true }) })
  await call.locator('.opblock-summary-control').click()
  return call
}

function collectForeignRequests(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${appUrl}/`) && !/^(data|blob):/.test(request.url()))
      foreign.push(request.url())
  })
  return foreign
}
