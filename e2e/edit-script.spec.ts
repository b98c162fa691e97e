import { createHash } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { imageAt } from '#contract/platform/images.ts'
import { zipOf } from '#test-support/archives/zip.ts'

import { screenshot, smallImage, zipFile } from './author-files.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import {
  bearer,
  uniqueName,
  registerUser,
  registerUploader,
  registerModerator,
  signInPage,
  submitScript,
} from './users.ts'

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const editForm = (page: Page) => page.getByRole('form', { name: 'Edit Script' })
const management = (page: Page) => page.getByRole('region', { name: 'Script management' })
const saveButton = (page: Page) => editForm(page).getByRole('button', { name: 'Save Changes' })

test('an author edits some fields, and only those are sent', async ({ page, request }) => {
  const author = await registerUploader()
  const script = await submitScript(author, { tags: ['garage', 'vehicles'] }, [
    smallImage,
    smallImage,
    smallImage,
  ])
  const before = await (await request.get(`/api/scripts/${script.id}`)).json()
  const name = `Renamed ${uniqueName('x')}`
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  await management(page).getByRole('link', { name: 'Edit' }).click()
  const form = editForm(page)
  await expect(page.getByText('Moderator Edit')).toHaveCount(0)
  await expect(form.getByLabel('Script name')).toHaveValue(script.name)
  // The bar with the button stays on the screen above a long form.
  await expect(saveButton(page)).toBeInViewport({ ratio: 1 })
  await form.getByRole('button', { name: 'Make image 3 the cover' }).press('Enter')
  await expect(form.getByText('Image 3 is now image 1, the cover')).toBeAttached()
  await expect(form.getByRole('button', { name: 'Move image 1 later' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Image 1 is now image 2', { exact: true })).toBeAttached()
  await expect(form.getByRole('button', { name: 'Move image 2 later' })).toBeFocused()
  await form.getByRole('button', { name: 'Make image 2 the cover' }).click()
  await expect(form.getByRole('listitem').filter({ hasText: 'Cover' }).getByRole('img')).toHaveAttribute(
    'src',
    imageAt(before.images[2], 480),
  )
  await form.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.keyboard.press('Escape')
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
    'imageOrder',
    'expected',
  ])
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(saved).toMatchObject({ name, version: '2.0.0', category: 'Cars', tags: ['garage', 'vehicles'] })
  const [first, second, third] = before.images
  expect(saved).toMatchObject({ image: third, images: [third, first, second] })
})

test('a description in Markdown is previewed while it is written, and shown with and without JavaScript', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = editForm(page)
  await form
    .getByLabel('Description')
    .fill(
      '# Install\n- Put it into `resources`\n- <img src=x onerror=alert(1)>\n\n[Manual](https://example.com/m)',
    )
  await form.getByRole('button', { name: 'Show preview' }).first().click()
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Install' })).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveText([
    'Put it into resources',
    '<img src=x onerror=alert(1)>',
  ])

  await saveButton(page).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  const link = page.getByRole('main').getByRole('link', { name: 'Manual' })
  await expect(link).toHaveAttribute('rel', 'nofollow ugc')
  await expect(link).toHaveAttribute('href', 'https://example.com/m')
  const html = await (await request.get(`/scripts/${script.id}`)).text()
  expect(html).toContain('<h3>Install</h3>')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toMatch(/<meta data-page name="description" content="Install Put it into resources /)
})

test('tags are added one at a time, by Enter or the button, and never twice', async ({ page, request }) => {
  const author = await registerUploader()
  const script = await submitScript(author, { tags: ['garage'] })
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

test('a new file becomes a version, and new images are added among those that stay', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author, {}, [smallImage, smallImage])
  const before = await (await request.get(`/api/scripts/${script.id}`)).json()
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = editForm(page)
  const archive = zipOf([{ name: 'garage/client.lua', content: "print('better')" }])
  await form.getByLabel('New script file').setInputFiles(zipFile('garage-2.zip', archive))
  await expect(form.getByText('No fxmanifest.lua was found in this archive')).toBeVisible()
  await form
    .getByLabel('Images', { exact: true })
    .setInputFiles([await screenshot('one.jpg'), await screenshot('two.png')])
  const tiles = form.getByRole('list', { name: 'Images, in their order' }).getByRole('listitem')
  await expect(tiles).toHaveCount(4)
  await form.getByRole('button', { name: 'Make image 4 the cover' }).click()
  await form.getByRole('button', { name: 'Remove image 2' }).click()
  await expect(tiles.filter({ hasText: 'Will be removed' })).toHaveCount(1)
  await form.getByRole('button', { name: 'Keep image 2' }).click()
  await form.getByRole('button', { name: 'Remove image 3' }).click()
  await expect(tiles.filter({ hasText: 'Cover' }).getByRole('img')).toHaveAccessibleName('1: two.png')
  await expect(form.getByText(`stays available as version ${before.version}`)).toBeVisible()

  await saveButton(page).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(page.getByRole('img', { name: /image 1 of 3/ })).toBeVisible()
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  const [first, second] = before.images
  expect(saved.images).toEqual([expect.any(String), first, expect.any(String)])
  expect(saved.image).toBe(saved.images[0])
  expect(saved).toMatchObject({ fileSize: archive.length, sha256: hash(archive) })
  expect((await request.get(second)).status()).toBe(404)
})

test('an edit without changes, or with a text that is too short, is not sent', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
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
  await expect(editForm(page).getByLabel('Images', { exact: true })).toHaveAccessibleDescription(
    /^At least one image is required/,
  )
})

test('an edit that the server rejects shows an error and keeps the input', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
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

test('a moderator edits as a moderator, and the page shows it', async ({ page, request }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, await registerModerator())
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

test('a user who is not the author sees no controls, and the server rejects the edit too', async ({
  page,
  request,
}) => {
  const script = await submitScript(await registerUploader())
  const stranger = await registerUploader()
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
  const responses = [
    await request.put(`/api/scripts/${script.id}`, { headers, multipart: { name: 'Taken over' } }),
    await request.delete(`/api/scripts/${script.id}`, { headers }),
  ]
  expect(responses.map((response) => response.status())).toEqual([403, 403])
  const saved = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(saved.name).toBe(script.name)
})

test('the edit page asks a visitor to sign in; the one of a deleted script says that there is none', async ({
  page,
}) => {
  const script = await submitScript(await registerUploader())
  await page.goto(`/scripts/${script.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()

  await signInPage(page, await registerUser('member'))
  await page.goto('/scripts/999999/edit')
  await expect(page.getByRole('heading', { name: 'Script not found' })).toBeVisible()
})

test('an unsaved edit survives a reload, and leaving it needs a confirmation', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
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

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('images are moved and removed by the buttons, and a removal works by key', async ({ page }) => {
    const author = await registerUploader()
    const script = await submitScript(author, {}, [smallImage, smallImage, smallImage])
    await signInPage(page, author)
    await page.goto(`/scripts/${script.id}/edit`)
    const form = editForm(page)

    await form.getByRole('button', { name: 'Move image 2 earlier' }).tap()
    await expect(form.getByText('Image 2 is now image 1', { exact: true })).toBeAttached()
    await form.getByRole('button', { name: 'Remove image 1' }).tap()
    await expect(form.getByText('Image 1 will be removed')).toBeAttached()
    await form.getByRole('button', { name: 'Remove image 3' }).press('Enter')
    await expect(form.getByText('Image 3 will be removed')).toBeAttached()
    await expect(form.getByText('Will be removed', { exact: true })).toHaveCount(2)
    await saveButton(page).tap()

    await expect(page).toHaveURL(`/scripts/${script.id}`)
    const { images } = await (await page.request.get(`/api/scripts/${script.id}`)).json()
    expect(images).toHaveLength(1)
  })
})
