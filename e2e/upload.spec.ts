import { expect, type Page } from '@playwright/test'

import { largeArchive, zipFile } from './author-files.ts'
import { expectFocusNotLost, delayRequests, recordRequests, slowUploads } from './browser.ts'
import { test } from './fixtures.ts'
import { uniqueName, countScripts } from './users.ts'
import { fillIn, openForm, published, sendButton } from './submit-form.ts'

const failed = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Failed to submit script. Please try again.' })

test('an archive of 4 MB or less is sent with the form, in one request', async ({ page }) => {
  const { form } = await openForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` })
  const calls = recordRequests(page)

  await sendButton(form).click()

  await expect(published(page)).toBeFocused()
  const sent = calls.filter((made) => !made.startsWith('GET '))
  expect(sent).toEqual(['POST /api/scripts'])
})

test('if the direct upload fails, the form upload is tried once, and the page reports it', async ({
  page,
}) => {
  const { author, form } = await openForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  const calls = recordRequests(page)
  await page.route(
    () => true,
    (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()),
  )
  const hold = await delayRequests(page, '**/api/scripts')

  await sendButton(form).click()

  await expect(page.getByText('Retrying through the server', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('progressbar', { name: /Uploading archive and images|publishing/ }),
  ).toBeVisible()
  hold.release()
  await expect(published(page)).toBeVisible()
  const sent = calls.filter((made) => !made.startsWith('GET '))
  expect(sent.filter((made) => made.startsWith('POST '))).toEqual([
    'POST /api/scripts/upload-url',
    'POST /api/scripts',
  ])
  expect(await countScripts(author)).toBe(1)
})

test('if no upload works, the input stays and the form can be sent again', async ({ page }) => {
  const { author, form } = await openForm(page)
  const name = `Towing ${uniqueName('x')}`
  await fillIn(form, { name })
  await page.route('**/api/scripts', (route) => route.abort())

  await sendButton(form).click()
  await expect(failed(page)).toBeVisible()
  await expect(sendButton(form)).toBeFocused()
  await expect(form.getByLabel('Script name')).toHaveValue(name)
  await expect(form.getByRole('button', { name: 'Remove towing.zip' })).toBeVisible()
  await page.unroute('**/api/scripts')
  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(await countScripts(author)).toBe(1)
})

test('a cancelled upload stops at once and leaves nothing, and the form keeps its input', async ({
  page,
}) => {
  const { author, form } = await openForm(page)
  const name = `Towing ${uniqueName('x')}`
  await fillIn(form, { name }, { archive: zipFile('big.zip', largeArchive()) })
  await slowUploads(page, 0.5)

  await sendButton(form).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading archive' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel upload' }).click()

  await expect(page.getByText('Upload cancelled')).toBeVisible()
  await expect(page.getByText('Nothing was published.')).toBeVisible()
  await expect(form.getByLabel('Script name')).toHaveValue(name)
  await expect(form.getByRole('button', { name: 'Remove big.zip' })).toBeVisible()
  await expectFocusNotLost(page)
  expect(await countScripts(author)).toBe(0)
})

test('an upload waits while offline, shows it, and resumes by itself', async ({ page, context }) => {
  const { author, form } = await openForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  await slowUploads(page, 1)

  await sendButton(form).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading archive' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('note').getByText('Connection lost. Waiting to reconnect…')).toBeVisible()
  await context.setOffline(false)

  await expect(published(page)).toBeVisible()
  expect(await countScripts(author)).toBe(1)
})

test('two clicks on the button create one script', async ({ page }) => {
  const { author, form } = await openForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` })

  await sendButton(form).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })

  await expect(published(page)).toBeVisible()
  expect(await countScripts(author)).toBe(1)
})
