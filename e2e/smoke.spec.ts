import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { largeArchive, screenshot, zipFile } from './author-files.ts'
import { expectFocusNotLost, recordRequests, slowUploads } from './browser.ts'
import { test } from './fixtures.ts'
import { uniqueName, addToGroup } from './users.ts'
import {
  archiveField,
  chosenImages,
  description,
  imagesField,
  sendButton,
  submitForm,
} from './submit-form.ts'

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')

test('a user registers, is verified and publishes a script, and another one finds, reads, likes and downloads it', async ({
  page,
  browser,
  request,
}) => {
  const name = `Harbour Towing ${uniqueName('x').slice(2)}`
  const tag = uniqueName('tag')
  const archive = largeArchive()

  const author = await signUpAsNewcomer(page)
  await addToGroup(author, 'verified')
  await page.reload()
  const id = await shareScript(page, { name, tag, archive })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('main').getByText('0 views')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await findBySearchAndCategory(visitor, name)
  await readScript(visitor, { name, tag, author: author.username })
  await findByTag(visitor, { name, tag })
  await likeAfterSigningUp(visitor)
  const saved = await downloadScript(visitor)

  expect(saved.name).toBe(`${name} 1.0.0.zip`)
  expect(saved.content.length).toBe(archive.length)
  expect(hash(saved.content)).toBe(hash(archive))
  await expect(visitor.getByRole('main').getByText('1 download', { exact: true })).toBeVisible()
  const script = await (await request.get(`/api/scripts/${id}`)).json()
  expect(script).toMatchObject({ name, views: 1, likes: 1, downloads: 1, sha256: hash(archive) })
  expect(script.images).toHaveLength(2)
  await visitor.context().close()
})

async function signUpAsNewcomer(page: Page) {
  const username = uniqueName('newcomer')
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }).click()
  await registerUser(page, username)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Your account is not yet verified. Open a ticket on discord!')).toBeVisible()
  await expect(mainMenu(page).getByRole('link', { name: 'Submit Script' })).toHaveCount(0)
  const { id } = JSON.parse((await page.evaluate(() => localStorage.getItem('auth_user'))) ?? '{}')
  return { id: Number(id), username }
}

async function registerUser(page: Page, username: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await dialog.getByLabel('Confirm password').fill('a good password')
  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()
  // It is visible for one second only, but an assertion polls once a second after a while; so the page watches each frame.
  await dialog.getByText('Account created successfully! You are now logged in.').waitFor()
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function shareScript(
  page: Page,
  { name, tag, archive }: { name: string; tag: string; archive: Buffer },
): Promise<number> {
  await mainMenu(page).getByRole('link', { name: 'Submit Script' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Submit Script' })).toBeVisible()
  await expect(page.getByText('Your account is not yet verified.')).toBeHidden()
  const form = submitForm(page)
  await form.getByLabel('Script name').fill(name)
  await form.getByLabel('Description').fill(description)
  await form.getByLabel('Status').selectOption('Readable')
  await form.getByLabel('Category').selectOption('Housing')
  await form.getByLabel('Tags').fill(`${tag}, towing`)
  await archiveField(form).drop({ files: zipFile('harbour-towing.zip', archive) })
  await imagesField(form).setInputFiles([await screenshot('depot.jpg')])
  await imagesField(form).drop({ files: await screenshot('flatbed.png') })
  await expect(chosenImages(form)).toHaveCount(2)
  const calls = recordRequests(page)
  await slowUploads(page, 3)

  await sendButton(form).click()
  const progress = page.getByRole('progressbar', { name: 'Uploading archive' })
  await expect(progress).toBeVisible()
  await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(20)
  await expectFocusNotLost(page)

  await expect(page.getByRole('heading', { name: 'Script submitted successfully!' })).toBeFocused()
  const submittedAt = Date.now()
  await expect(page).toHaveURL(/\/scripts\/\d+$/)
  expect(Date.now() - submittedAt).toBeGreaterThan(2000)
  expect(calls).toContain('POST /api/scripts/upload-url')
  expect(calls.filter((made) => made === 'POST /api/scripts')).toHaveLength(1)
  expect(calls.some((made) => made.startsWith('PATCH '))).toBe(true)
  return Number(page.url().split('/').at(-1))
}

async function findBySearchAndCategory(page: Page, name: string) {
  const result = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await page.goto('/')
  await page.getByRole('banner').getByRole('combobox', { name: 'Search scripts' }).fill(name.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(result).toHaveCount(1)

  await page.goto('/')
  await page
    .getByRole('main')
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /Housing/ })
    .click()
  await expect(page).toHaveURL('/scripts?category=Housing')
  await result.getByRole('link', { name }).click()
}

async function readScript(page: Page, { name, tag, author }: { name: string; tag: string; author: string }) {
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(`${name} · Scripthaven`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(name)
  // The first one: a related script may have the same text.
  await expect(main.getByText(description).first()).toBeVisible()
  await expect(main.getByText('Scripts are not verified').filter({ visible: true })).toBeVisible()
  await expect(main.getByText('1.0.0').first()).toBeVisible()
  await expect(main.getByText('Readable', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: author, exact: true })).toHaveAttribute(
    'href',
    `/user/${author}`,
  )
  await expect(main.getByRole('link', { name: tag })).toBeVisible()
  await expect(main.getByText('1 view', { exact: true })).toBeVisible()
  await expect(main.getByRole('img', { name: `${name}, image 1 of 2` })).toHaveJSProperty('complete', true)
  await main.getByRole('button', { name: 'Next image' }).click()
  await expect(main.getByRole('img', { name: `${name}, image 2 of 2` })).toBeVisible()
}

async function findByTag(page: Page, { name, tag }: { name: string; tag: string }) {
  await page.getByRole('main').getByRole('link', { name: tag }).click()
  await expect(page).toHaveURL(`/scripts?tag=${tag}`)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([name])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('main').getByText('1 view', { exact: true })).toBeVisible()
}

async function likeAfterSigningUp(page: Page) {
  const like = page.getByRole('button', { name: /^Like/ })
  await expect(like).toHaveAccessibleName('Like 0')
  await expect(like).toHaveAccessibleDescription('Login to like scripts')
  await like.click()
  await registerUser(page, uniqueName('visitor'))
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectFocusNotLost(page)

  await expect(page.getByRole('button', { name: 'Liked 1' })).toHaveAttribute('aria-pressed', 'true')
}

async function downloadScript(page: Page) {
  const saving = page.waitForEvent('download')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Download/ })
    .click()
  const download = await saving
  await expect(page.getByText('Your download has started.').filter({ visible: true })).toBeVisible()
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}
