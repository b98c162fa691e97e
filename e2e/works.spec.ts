import { expect } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript } from './users.ts'

test('members who just downloaded a version are asked to try it first', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  const member = await registerUser('tester')
  await requireSuccess(appUrl, member, 'GET', `/api/scripts/${script.id}/download`)
  await signInPage(page, member)

  await page.goto(`/scripts/${script.id}`)
  await expect(page.getByRole('link', { name: 'Report how it works for you' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages of the script' }).getByText('Compatibility').click()

  await expect(page.getByRole('heading', { name: 'Does version 1.2.0 work for you?' })).toBeVisible()
  await expect(page.getByText('You downloaded this version less than a day ago.')).toBeVisible()
  await expect(page.getByText('No member has reported on this version yet.')).toBeVisible()
  await expectNoViolations(page)
})

test('an author reads the statistics and says that the script is archived', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)

  await page.goto(`/scripts/${script.id}/statistics`)
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
  await page.getByText('7 days', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Last 7 days' })).toBeVisible()
  await expect(page).toHaveURL(/days=7$/)
  await expectNoViolations(page)

  await page.goto(`/scripts/${script.id}`)
  await expect(page.getByText('No member has reported on this version yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report how it works for you' })).toHaveCount(0)
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('combobox', { name: 'Maintenance' }).selectOption('Archived')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Archived: the author no longer works on this script.')).toBeVisible()
})
