import { expect, type Page } from '@playwright/test'

import { expectFocusNotLost, delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { bearer, registerModerator, registerUploader, signInPage, submitScript } from './users.ts'

const management = (page: Page) => page.getByRole('region', { name: 'Script management' })

test('a deletion needs a confirmation, cannot be left while it runs, and removes the script everywhere', async ({
  page,
  context,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  const other = await context.newPage()
  await other.goto(`/scripts/${script.id}`)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  const opener = management(page).getByRole('button', { name: 'Delete' })
  const question = page.getByRole('alertdialog', { name: `Delete “${script.name}”?` })

  await opener.click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question.getByText('Moderator Action')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  const hold = await delayRequests(page, `**/api/scripts/${script.id}`)
  await question.getByRole('button', { name: 'Delete Script' }).click()
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  hold.release()

  await expect(page).toHaveURL('/scripts')
  await expect(question).toBeHidden()
  await expect(page.getByText('Script deleted')).toBeVisible()
  await expectFocusNotLost(page)
  await expect(page.getByRole('article').filter({ hasText: script.name })).toHaveCount(0)
  expect((await request.get(`/api/scripts/${script.id}`)).status()).toBe(404)
  const reloaded = await other.reload()
  expect(reloaded?.status()).toBe(404)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Script Not Found')
  await expect(
    other.getByText("The script you're looking for doesn't exist or has been removed."),
  ).toBeVisible()
  await other.getByRole('link', { name: 'Back to Scripts' }).click()
  await expect(other).toHaveURL('/scripts')
})

test('a deletion that fails shows an error in the dialog, and a second try works', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  await management(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await page.route(`**/api/scripts/${script.id}`, (route) => route.abort())

  await question.getByRole('button', { name: 'Delete Script' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to delete script. Please try again.')
  await page.unroute(`**/api/scripts/${script.id}`)
  await question.getByRole('button', { name: 'Delete Script' }).click()

  await expect(page).toHaveURL('/scripts')
  expect((await request.get(`/api/scripts/${script.id}`)).status()).toBe(404)
})

test('a moderator who deletes another user’s script is warned, and it is hidden', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, await registerModerator())
  await page.goto(`/scripts/${script.id}`)

  await management(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('Moderator Action')).toBeVisible()
  await expect(question.getByText(`This script belongs to ${author.username}.`)).toBeVisible()
  await expect(question.getByText('its files are deleted after 30 days')).toBeVisible()
  await question.getByRole('button', { name: 'Delete Script' }).click()

  await expect(page).toHaveURL('/scripts')
  await expect(page.getByText('Script hidden')).toBeVisible()
  const path = `/api/scripts/${script.id}`
  expect((await request.get(path)).status()).toBe(404)
  expect((await request.get(path, { headers: bearer(author) })).status()).toBe(200)
})
