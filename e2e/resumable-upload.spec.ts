import { expect } from '@playwright/test'

import { largeArchive, zipFile } from './author-files.ts'
import { expectFocusNotLost, slowUploads } from './browser.ts'
import { test } from './fixtures.ts'
import { bearer, uniqueName } from './users.ts'
import { fillIn, openForm, published, sendButton } from './submit-form.ts'

test('an upload resumes after a lost connection, and the archive is complete', async ({
  page,
  context,
  request,
}) => {
  const { author, form } = await openForm(page)
  const archive = largeArchive()
  await fillIn(form, { name: `Towing ${uniqueName('x')}` }, { archive: zipFile('big.zip', archive) })
  const arrived = 2_000_000
  const offsets: number[] = []
  await page.route('**/files/upload/*', async (route) => {
    const sent = route.request()
    if (sent.method() !== 'PATCH') return route.fallback()
    offsets.push(Number(sent.headers()['upload-offset']))
    if (offsets.length > 1) return route.fallback()
    // The connection breaks after this many bytes.
    await request.patch(sent.url(), { headers: sent.headers(), data: archive.subarray(0, arrived) })
    await context.setOffline(true)
    return route.abort('connectionreset')
  })

  await sendButton(form).click()
  await expect(page.getByRole('note').getByText('Connection lost. Waiting to reconnect…')).toBeVisible()
  await expect(page.getByText(/ · paused$/)).toBeVisible()
  await expectFocusNotLost(page)
  await context.setOffline(false)

  await expect(published(page)).toBeVisible()
  expect(offsets).toEqual([0, arrived])
  const list = await (await request.get(`/api/scripts?author=${author.username}`)).json()
  const link = await request.get(`/api/scripts/${list.scripts[0].id}/download`, {
    headers: bearer(author),
  })
  const saved = await (await request.get((await link.json()).downloadUrl)).body()
  expect(saved.equals(archive)).toBe(true)
})

test('a connection that breaks without the browser noticing is retried', async ({ page }) => {
  const { form } = await openForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  let tries = 0
  await page.route('**/files/upload/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    tries += 1
    return tries === 1 ? route.abort('connectionreset') : route.fallback()
  })

  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(tries).toBe(2)
  await expect(page.getByText('Retrying through the server')).toHaveCount(0)
})

test('a cancelled upload ends on the server too', async ({ page, request }) => {
  const { form } = await openForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  await slowUploads(page, 0.5)
  const sending = page.waitForRequest((made) => made.method() === 'PATCH')
  await sendButton(form).click()
  const begun = await sending

  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel upload' }).click()

  await expect(page.getByText('Upload cancelled')).toBeVisible()
  expect((await ended).status()).toBe(204)
  const headers = { 'tus-resumable': '1.0.0' }
  expect((await request.head(begun.url(), { headers })).status()).toBe(404)
})
