import { expect, type Page } from '@playwright/test'

import { largeArchive, zipFile } from './author-files.ts'
import { expectFocusNotLost, holdBack, noteCalls, slowUploads } from './browser.ts'
import { test } from './journey.ts'
import { freshName } from './people.ts'
import { fillIn, openForm, published, scriptsOf, sendButton } from './submit-form.ts'

const failed = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Failed to submit script. Please try again.' })

test('an archive of 4 MB or less goes with the form, in one call', async ({ page, request }) => {
  const { form } = await openForm(page, request)
  await fillIn(form, { name: `Towing ${freshName('x')}` })
  const calls = noteCalls(page)

  await sendButton(form).click()

  await expect(published(page)).toBeFocused()
  const sent = calls.filter((made) => !made.startsWith('GET '))
  expect(sent).toEqual(['POST /api/scripts'])
})

test('when the direct way fails the server is tried once, and the page says so', async ({
  page,
  request,
}) => {
  const { author, form } = await openForm(page, request)
  await fillIn(form, { name: `Towing ${freshName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  const calls = noteCalls(page)
  await page.route(
    () => true,
    (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()),
  )
  const hold = await holdBack(page, '**/api/scripts')

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
  expect(await scriptsOf(request, author)).toBe(1)
})

test('when no way works everything stays as it was entered, and the same form can be sent again', async ({
  page,
  request,
}) => {
  const { author, form } = await openForm(page, request)
  const name = `Towing ${freshName('x')}`
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
  expect(await scriptsOf(request, author)).toBe(1)
})

test('an upload that is cancelled stops at once and leaves nothing, and the form is as it was', async ({
  page,
  request,
}) => {
  const { author, form } = await openForm(page, request)
  const name = `Towing ${freshName('x')}`
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
  expect(await scriptsOf(request, author)).toBe(0)
})

test('offline an upload waits, says so, and goes on by itself', async ({ page, context, request }) => {
  const { author, form } = await openForm(page, request)
  await fillIn(form, { name: `Towing ${freshName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  await slowUploads(page, 1)

  await sendButton(form).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading archive' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('note').getByText('Connection lost. Waiting to go on…')).toBeVisible()
  await context.setOffline(false)

  await expect(published(page)).toBeVisible({ timeout: 30_000 })
  expect(await scriptsOf(request, author)).toBe(1)
})

test('a press of the button twice makes one script', async ({ page, request }) => {
  const { author, form } = await openForm(page, request)
  await fillIn(form, { name: `Towing ${freshName('x')}` })

  await sendButton(form).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })

  await expect(published(page)).toBeVisible()
  expect(await scriptsOf(request, author)).toBe(1)
})
