import { randomBytes } from 'node:crypto'

import { expect } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { screenshot, smallArchive, smallImage, zipFile, type ChosenFile } from './author-files.ts'
import { expectFocusNotLost, recordRequests } from './browser.ts'
import { test } from './fixtures.ts'
import {
  addToGroup,
  bearer,
  uniqueName,
  registerUser,
  registerUploader,
  signInPage,
  countScripts,
} from './users.ts'
import {
  archiveField,
  chosenImages,
  description as writtenDescription,
  fillIn,
  imagesField,
  openForm,
  published,
  sendButton,
  submitForm,
  tagsField,
} from './submit-form.ts'

test('a visitor is asked to sign in, and then sees the form on the same page', async ({ page }) => {
  const author = await registerUploader()
  await page.goto('/submit')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(submitForm(page)).toHaveCount(0)

  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(author.email)
  await dialog.getByLabel('Password', { exact: true }).fill(author.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()

  await expect(dialog).toBeHidden()
  await expect(submitForm(page)).toBeVisible()
  await expectFocusNotLost(page)

  const guidelines = page.getByRole('complementary', { name: 'Before you submit' })
  await expect(guidelines.getByRole('listitem').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  await expect(guidelines.getByRole('heading', { name: 'Before you submit' })).toBeVisible()
  await expect(guidelines.locator('li').first()).toBeHidden()
  await guidelines.getByRole('heading').click()
  await expect(guidelines.getByRole('listitem').first()).toBeVisible()
})

test('a user without the permission to upload sees why, with a link to the community, and gets the form with it', async ({
  page,
}) => {
  const member = await registerUser('member')
  await signInPage(page, member)
  await page.clock.install()
  await page.goto('/submit')

  await expect(page.getByRole('heading', { name: 'Upload Permission Required' })).toBeVisible()
  await expect(submitForm(page)).toHaveCount(0)
  // Shown after hydration.
  await expect(page.getByText('Your account is not yet verified.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Join Discord' }).click()
  await expect(page.getByRole('dialog', { name: 'Leaving the site' })).toBeVisible()
  await page.keyboard.press('Escape')
  await addToGroup(member, 'verified')
  await page.clock.fastForward(15_000)
  await expect(submitForm(page)).toBeVisible()
  await addToGroup(member, 'verified', 'remove')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByRole('heading', { name: 'Upload Permission Required' })).toBeVisible()

  // Without a Discord application no code can be used.
  await page.goto('/profile/settings?tab=discord')
  await expect(page.getByText('Open a ticket on Discord and ask a moderator')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Generate/ })).toHaveCount(0)
})

test('every missing field shows an error, the first one gets the focus, and nothing is sent', async ({
  page,
}) => {
  const { form } = await openForm(page)
  const calls = recordRequests(page)

  await sendButton(form).click()

  await expect(form.getByLabel('Script name')).toHaveAccessibleDescription('Script name is required')
  await expect(form.getByLabel('Description')).toHaveAccessibleDescription(/^Description is required/)
  await expect(form.getByLabel('Status')).toHaveAccessibleDescription('Script status is required')
  await expect(form.getByLabel('Category')).toHaveAccessibleDescription('Category is required')
  await expect(archiveField(form)).toHaveAccessibleDescription(/^Script file is required/)
  await expect(imagesField(form)).toHaveAccessibleDescription(/^At least one image is required/)
  await expect(form.getByLabel('Script name')).toBeFocused()
  expect(calls.filter((made) => made.startsWith('POST '))).toEqual([])
})

test('a text that is too short or too long shows an error, and editing a field removes only its own error', async ({
  page,
}) => {
  const { form } = await openForm(page)
  const name = form.getByLabel('Script name')
  const description = form.getByLabel('Description')
  await name.fill('ab')
  await description.fill('Too short a text')
  await form.getByLabel('Version').fill('1.0.0-far-too-long-a-version')
  await tagsField(form).fill('tag,'.repeat(60))
  await expect(form.getByText('16 / 1000')).toBeVisible()

  await sendButton(form).click()

  await expect(name).toHaveAccessibleDescription('Script name must be at least 3 characters')
  await expect(description).toHaveAccessibleDescription(/^Description must be at least 20 characters/)
  await expect(form.getByLabel('Version')).toHaveAccessibleDescription(/at most 20 characters/)
  await expect(tagsField(form)).toHaveAccessibleDescription(/at most 200 characters/)
  await name.press('End')
  await name.pressSequentially('c')
  await expect(name).toHaveAccessibleDescription('')
  await expect(description).toHaveAccessibleDescription(/^Description must be at least 20 characters/)
})

test('an invalid file is rejected at once with the message of the specification', async ({ page }) => {
  const { form } = await openForm(page)
  await archiveField(form).setInputFiles(zipFile('towing.tar.gz', Buffer.from('x')))
  await expect(archiveField(form)).toHaveAccessibleDescription(
    /^File must be a \.zip, \.rar, or \.7z archive/,
  )

  await sendButton(form).click()
  await expect(archiveField(form)).toHaveAccessibleDescription(
    /^File must be a \.zip, \.rar, or \.7z archive/,
  )
  await archiveField(form).setInputFiles(zipFile('towing.7z.001', Buffer.from('x')))
  await expect(archiveField(form)).toHaveAccessibleDescription(/^The archive is one part of a set/)
  await archiveField(form).setInputFiles(zipFile('towing.zip', Buffer.from('This is no archive at all.')))
  await expect(archiveField(form)).toHaveAccessibleDescription(/^towing\.zip is not a ZIP archive/)
  await archiveField(form).setInputFiles(zipFile('towing.zip', Buffer.alloc(0)))
  await expect(archiveField(form)).toHaveAccessibleDescription(/^towing\.zip is empty/)
  await form.getByText('Rules for the archive').click()
  await expect(form.getByText('At most 1000 MB, 50,000 files')).toBeVisible()

  await imagesField(form).setInputFiles([
    imageFile('notes.png', Buffer.from('These are notes.')),
    {
      name: '2.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
    imageFile('heavy.png', Buffer.alloc(10 * 1024 * 1024 + 1)),
    imageFile('empty.png', Buffer.alloc(0)),
    imageFile('5.png'),
  ])
  await expect(imagesField(form)).toHaveAccessibleDescription(
    /^Image 1 must be JPEG, PNG, GIF, or WebP: notes\.png Image 2 must be JPEG, PNG, GIF, or WebP: 2\.svg Image 3 is too large \(max 10MB\): heavy\.png Image 4 is empty: empty\.png/,
  )
  await expect(chosenImages(form)).toHaveCount(1)
  await expect(chosenImages(form).getByRole('img')).toHaveAccessibleName('1: 5.png')

  await imagesField(form).setInputFiles(['2', '3', '4', '5', '6'].map((name) => imageFile(`${name}.png`)))
  await expect(imagesField(form)).toHaveAccessibleDescription(/^Maximum 5 images allowed/)
  await expect(chosenImages(form)).toHaveCount(5)
})

test('a file of more than 1000MB is rejected before it is sent', async ({ page }) => {
  const { form } = await openForm(page)
  // The test does not create 1000 MB: the File object only claims the size.
  await archiveField(form).evaluate((input: HTMLInputElement) => {
    const file = new File(['PK'], 'huge.zip', { type: 'application/zip' })
    Object.defineProperty(file, 'size', { value: 1000 * 1024 * 1024 + 1 })
    const transfer = new DataTransfer()
    transfer.items.add(file)
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })

  await expect(archiveField(form)).toHaveAccessibleDescription(/^File size must be less than 1000MB/)
})

test('an error that only the server finds is shown beside its field, the input stays, and the next attempt works', async ({
  page,
}) => {
  const { author, form } = await openForm(page)
  const name = `Towing ${uniqueName('x')}`
  await fillIn(
    form,
    { name, version: '2.1.0', tags: 'towing, jobs' },
    { archive: zipFile('towing.zip', Buffer.from('PK\x03\x04This is no archive at all.')) },
  )
  await sendButton(form).click()
  const removeArchive = form.getByRole('button', { name: 'Remove towing.zip' })
  await expect(removeArchive).toHaveAccessibleDescription('The archive is damaged')
  await expect(removeArchive).toBeFocused()
  await removeArchive.click()
  const link = { name: 'towing/link', content: '/etc/passwd', mode: 0o120777 }
  await archiveField(form).setInputFiles(zipFile('linked.zip', zipOf([link])))
  const broken = Buffer.concat([smallImage.subarray(0, 30), randomBytes(500)])
  await imagesField(form).setInputFiles([{ name: 'broken.png', mimeType: 'image/png', buffer: broken }])
  await sendButton(form).click()
  await expect(form.getByRole('button', { name: 'Remove linked.zip' })).toHaveAccessibleDescription(
    'The archive contains a link',
  )
  await form.getByRole('button', { name: 'Remove linked.zip' }).click()
  await archiveField(form).setInputFiles(zipFile('good.zip', zipOf([{ name: 'a.lua', content: 'x' }])))
  await sendButton(form).click()
  await expect(imagesField(form)).toHaveAccessibleDescription(/^Image 2 must be JPEG, PNG, GIF, or WebP/)
  expect(await countScripts(author)).toBe(0)

  await expect(form.getByLabel('Script name')).toHaveValue(name)
  await expect(form.getByLabel('Status')).toHaveValue('Readable')
  await expect(form.getByLabel('Category')).toHaveValue('Jobs')
  await expect(form.getByLabel('Version')).toHaveValue('2.1.0')
  await expect(tagsField(form)).toHaveValue('towing, jobs')
  await form.getByRole('button', { name: 'Remove image 2' }).click()
  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(await countScripts(author)).toBe(1)
})

test('leaving a filled-in form needs a confirmation, within the site and away from it', async ({ page }) => {
  const { form } = await openForm(page)
  await form.getByLabel('Script name').fill('Half a script')
  const homepage = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Homepage' })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })

  await homepage.click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Script name')).toHaveValue('Half a script')
  await expectFocusNotLost(page)

  const asking = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const browserQuestion = await asking
  expect(browserQuestion.type()).toBe('beforeunload')
  await browserQuestion.dismiss()
  await closing

  await homepage.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/')
})

test('a draft survives a reload and the end of the session, and is discarded only on request', async ({
  page,
  request,
}) => {
  const { author, form } = await openForm(page)
  const name = form.getByLabel('Script name')
  await name.fill('Half a script')
  await form.getByLabel('Status').selectOption('Decrypted')
  await tagsField(form).fill('towing, police')
  page.on('dialog', (question) => void question.accept())

  await page.reload()
  await expect(page.getByText('Your draft is back')).toBeVisible()
  await expect(name).toHaveValue('Half a script')
  await expect(form.getByLabel('Status')).toHaveValue('Decrypted')
  await expect(tagsField(form)).toHaveValue('towing, police')

  await name.fill('More than half a script')
  await request.post('/api/auth/logout', { headers: bearer(author) })
  await form.getByLabel('Description').fill(writtenDescription)
  await form.getByLabel('Category').selectOption('Jobs')
  await archiveField(form).setInputFiles(zipFile('towing.zip', smallArchive()))
  await imagesField(form).setInputFiles([imageFile('cover.png')])
  await sendButton(form).click()
  await expect(page.getByRole('main')).toContainText('Everything you entered is still here')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(author.email)
  await dialog.getByLabel('Password', { exact: true }).fill(author.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(name).toHaveValue('More than half a script')
  await sendButton(form).click()
  await expect(published(page)).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft '))))
    .toEqual([])
})

test('an empty form is left without a confirmation', async ({ page }) => {
  await openForm(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('an image can be pasted, dropped, reordered and removed', async ({ page, context }) => {
  const { form } = await openForm(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chosen = chosenImages(form).getByRole('img')
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const copied = new Blob([bytes], { type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': copied })])
  }, smallImage.toString('base64'))

  await sendButton(form).focus()
  await page.keyboard.press('Control+V')
  await expect(chosen).toHaveCount(1)
  await imagesField(form).drop({ files: await screenshot('dropped.jpg') })
  await expect(chosen).toHaveCount(2)
  await expect(chosen.nth(1)).toHaveAccessibleName('2: dropped.jpg')

  await form.getByRole('button', { name: 'Move image 2 earlier' }).click()
  await expect(chosen.nth(0)).toHaveAccessibleName('1: dropped.jpg')
  await expectFocusNotLost(page)
  await chosen.nth(0).dragTo(chosen.nth(1))
  await expect(chosen.nth(1)).toHaveAccessibleName('2: dropped.jpg')
  await chosen.nth(1).dragTo(chosen.nth(0))
  await expect(chosen.nth(0)).toHaveAccessibleName('1: dropped.jpg')
  await form.getByRole('button', { name: 'Remove image 1' }).click()
  await expect(chosen).toHaveCount(1)
  await expect(form.getByRole('button', { name: 'Remove image 1' })).toBeFocused()
  await form.getByRole('button', { name: 'Remove image 1' }).click()
  await expect(chosen).toHaveCount(0)
  await expect(imagesField(form)).toBeFocused()
})

function imageFile(name: string, buffer = smallImage): ChosenFile {
  return { name, mimeType: 'image/png', buffer }
}
