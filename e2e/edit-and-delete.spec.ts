import { createHash } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { zipOf } from '#platform/testing-archives/zip.ts'

import { screenshot, zipFile } from './author-files.ts'
import { expectFocusNotLost, holdBack } from './browser.ts'
import { test } from './journey.ts'
import {
  bearer,
  freshName,
  register,
  registerAuthor,
  registerModerator,
  signInPage,
  submitScript,
} from './people.ts'

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit Script' })
const management = (page: Page) => page.getByRole('region', { name: 'Script management' })
const saveButton = (page: Page) => editForm(page).getByRole('button', { name: 'Save Changes' })

test('an author edits what they want, and only that is sent', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author, { tags: ['garage', 'vehicles'] })
  const name = `Renamed ${freshName('x')}`
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  await management(page).getByRole('link', { name: 'Edit' }).click()
  const form = editForm(page)
  await expect(page.getByText('Moderator Edit')).toHaveCount(0)
  await expect(form.getByLabel('Script name')).toHaveValue(script.name)
  await form.getByLabel('Script name').fill(name)
  await form.getByLabel('Version').fill('2.0.0')
  let sent = ''
  page.on('request', (made) => {
    if (made.method() === 'PUT') sent = made.postData() ?? ''
  })

  await saveButton(page).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Script updated', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('2.0.0').first()).toBeVisible()
  await expectFocusNotLost(page)
  expect([...sent.matchAll(/name="(\w+)"/g)].map(([, field]) => field)).toEqual([
    'name',
    'version',
    'expected',
  ])
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(saved).toMatchObject({ name, version: '2.0.0', category: 'Cars', tags: ['garage', 'vehicles'] })
})

test('tags are added one at a time, by Enter or the button, and never twice', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author, { tags: ['garage'] })
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = editForm(page)
  const field = form.getByRole('textbox', { name: 'Tags' })
  const tags = form.getByRole('list', { name: 'Added' }).getByRole('listitem')
  await expect(tags).toHaveText(['garage'])

  await field.fill('police')
  await field.press('Enter')
  await field.fill('  impound  ')
  await form.getByRole('button', { name: 'Add tag' }).click()
  await expect(tags).toHaveText(['garage', 'police', 'impound'])
  await expect(field).toBeFocused()
  await field.fill('police')
  await field.press('Enter')
  await expect(form.getByText('police is already in the list')).toBeVisible()
  await expect(tags).toHaveCount(3)
  await form.getByRole('button', { name: 'Remove garage' }).click()
  await expect(tags).toHaveText(['police', 'impound'])
  await expectFocusNotLost(page)
  await expect(page).toHaveURL(`/scripts/${script.id}/edit`)
  await saveButton(page).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(saved.tags).toEqual(['police', 'impound'])
})

test('a new file and new pictures take the place of the old ones', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  const before = await (await request.get(`/api/scripts/${script.id}`)).json()
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = editForm(page)
  const archive = zipOf([{ name: 'garage/client.lua', content: "print('better')" }])
  await form.getByLabel('New script file').setInputFiles(zipFile('garage-2.zip', archive))
  await form
    .getByLabel('New images')
    .first()
    .setInputFiles([await screenshot('one.jpg'), await screenshot('two.png')])
  await expect(form.getByText(/will be replaced/i)).toHaveCount(2)

  await saveButton(page).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(page.getByRole('img', { name: /image 1 of 2/ })).toBeVisible()
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(saved.images).toHaveLength(2)
  expect(saved).toMatchObject({ fileSize: archive.length, sha256: hash(archive) })
  expect((await request.get(before.images[0])).status()).toBe(404)
})

test('an edit that changes nothing, or says too little, is not sent', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)

  await saveButton(page).click()
  await expect(page.getByText('No changes detected')).toBeVisible()
  await editForm(page).getByLabel('Description').fill('Too short')
  await saveButton(page).click()
  await expect(editForm(page).getByLabel('Description')).toHaveAccessibleDescription(
    /^Description must be at least 20 characters/,
  )
  await editForm(page).getByRole('button', { name: 'Remove image 1' }).click()
  await saveButton(page).click()
  await expect(editForm(page).getByLabel('New images').first()).toHaveAccessibleDescription(
    /^At least one image is required/,
  )
})

test('an edit that the server cannot take is told, and what was entered stays', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  await editForm(page).getByLabel('Script name').fill('Another name')
  await page.route(`**/api/scripts/${script.id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )

  await saveButton(page).click()

  await expect(page.getByRole('alert')).toContainText('Failed to update script. Please try again.')
  await expect(editForm(page).getByLabel('Script name')).toHaveValue('Another name')
  await expect(saveButton(page)).toBeFocused()
})

test('a moderator edits as a moderator, and the page says so', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  await signInPage(page, await registerModerator(request))
  await page.goto(`/scripts/${script.id}`)
  await management(page).getByRole('link', { name: 'Edit' }).click()

  await expect(page.getByText('Moderator Edit')).toBeVisible()
  await expect(page.getByText(`This script belongs to ${author.username}`)).toBeVisible()
  await editForm(page).getByLabel('Status').selectOption('Decrypted')
  await saveButton(page).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(saved).toMatchObject({ script_status: 'Decrypted', author: author.username })
})

test('a stranger is refused, sees no controls, and the server refuses too', async ({ page, request }) => {
  const script = await submitScript(request, await registerAuthor(request))
  const stranger = await registerAuthor(request)
  await signInPage(page, stranger)
  await page.goto(`/scripts/${script.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(management(page)).toHaveCount(0)

  await page.goto(`/scripts/${script.id}/edit`)
  await expect(
    page.getByRole('heading', { name: 'You can only edit your own scripts or need permissions' }),
  ).toBeVisible()
  await expect(editForm(page)).toHaveCount(0)
  const headers = bearer(stranger)
  const refusals = [
    await request.put(`/api/scripts/${script.id}`, { headers, multipart: { name: 'Taken over' } }),
    await request.delete(`/api/scripts/${script.id}`, { headers }),
  ]
  expect(refusals.map((refusal) => refusal.status())).toEqual([403, 403])
  const kept = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(kept.name).toBe(script.name)
})

test('a visitor who opens an edit page is asked to sign in; one of a script that is gone is told so', async ({
  page,
  request,
}) => {
  const script = await submitScript(request, await registerAuthor(request))
  await page.goto(`/scripts/${script.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()

  await signInPage(page, await register(request, 'member'))
  await page.goto('/scripts/999999/edit')
  await expect(page.getByRole('heading', { name: 'Script not found' })).toBeVisible()
})

test('an edit that is not saved outlives a reload, and leaving it asks first', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  await editForm(page).getByLabel('Script name').fill('Another name')

  page.on('dialog', (leaving) => void leaving.accept())
  await page.reload()
  await expect(page.getByText('Your draft is back')).toBeVisible()
  await expect(editForm(page).getByLabel('Script name')).toHaveValue('Another name')
  await editForm(page).getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Discard' }).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
})

test('a deletion asks, cannot be left while it runs, and then the script is gone everywhere', async ({
  page,
  context,
  request,
}) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
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
  const hold = await holdBack(page, `**/api/scripts/${script.id}`)
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

test('a deletion that fails says so in the dialog, and a second try works', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
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

test('a moderator who deletes somebody else’s script is warned', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  await signInPage(page, await registerModerator(request))
  await page.goto(`/scripts/${script.id}`)

  await management(page).getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('Moderator Action')).toBeVisible()
  await expect(question.getByText(`This script belongs to ${author.username}.`)).toBeVisible()
  await question.getByRole('button', { name: 'Delete Script' }).click()

  await expect(page).toHaveURL('/scripts')
  expect((await request.get(`/api/scripts/${script.id}`)).status()).toBe(404)
})
