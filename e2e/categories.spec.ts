import { expect } from '@playwright/test'

import { requireSuccess, sendRequest } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { test } from './fixtures.ts'
import { registerAdministrator, registerUploader, signInPage, submitScript, uniqueName } from './users.ts'

test('an administrator moves the scripts of a category before its deletion, and old links lead to them', async ({
  page,
}) => {
  const admin = await registerAdministrator()
  const [old, target] = [uniqueName('Boats'), uniqueName('Ships')]
  for (const name of [old, target]) {
    const body = { name, description: 'All that floats.', icon: 'Tag', color: '#12ab9f' }
    await requireSuccess(appUrl, admin, 'POST', '/api/categories', body)
  }
  const script = await submitScript(await registerUploader(), { category: old })
  await signInPage(page, admin)
  await page.goto('/admin/categories')

  await page.getByRole('button', { name: `Delete ${old}` }).click()
  await page.getByRole('button', { name: 'Click again to confirm' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Delete ${old}?` })
  await expect(dialog).toContainText('This category still has 1 script')
  const confirm = dialog.getByRole('button', { name: 'Move scripts and delete' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Move scripts to').selectOption(target)
  await confirm.click()

  await expect(page.getByText('Category deleted successfully!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const { body } = await sendRequest(appUrl, null, 'GET', `/api/scripts/${script.id}`)
  expect(body.category).toBe(target)

  await page.goto(`/scripts?category=${old}`)
  await expect(page).toHaveURL(new RegExp(`category=${target}$`))
  await expect(page.getByRole('link', { name: target }).first()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: script.name })).toBeVisible()
})
