import { randomBytes } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { largeArchive, zipFile } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { delayRequests, expectFocusNotLost, slowUploads } from './browser.ts'
import { test } from './fixtures.ts'
import {
  addToGroup,
  joinScript,
  registerModerator,
  registerUploader,
  signInPage,
  submitScript,
} from './users.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Upload a version' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Upload version' })

function archive(version: string): Buffer {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nversion '${version}'\nserver_script 'server.lua'\n`
  return zipOf([
    { name: 'hud/fxmanifest.lua', content: manifest, deflate: true },
    { name: 'hud/server.lua', content: `-- ${randomBytes(8).toString('hex')}\n`, deflate: true },
  ])
}

async function scriptWithContributor() {
  const owner = await registerUploader()
  const contributor = await registerUploader()
  const script = await submitScript(owner, { version: '1.0.0', archive: archive('1.0.0') })
  await joinScript(owner, contributor, script.id, 'contributor')
  return { owner, contributor, script }
}

async function numbersOf(scriptId: number): Promise<string[]> {
  const { body } = await requireSuccess(appUrl, null, 'GET', `/api/scripts/${scriptId}/versions`)
  return body.versions.map(({ number }: { number: string }) => number)
}

test('only an author who may upload gets the form', async ({ page, browser }) => {
  const { contributor, script } = await scriptWithContributor()
  const path = `/scripts/${script.id}/versions/new`
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()

  for (const user of [await registerUploader(), await registerModerator()]) {
    const other = await (await browser.newContext()).newPage()
    await signInPage(other, user)
    await other.goto(path)
    await expect(other.getByText('Only the authors of a script upload versions of it.')).toBeVisible()
    await expect(form(other)).toHaveCount(0)
    await other.goto(`/scripts/${script.id}/versions`)
    await expect(other.getByRole('heading', { name: '1.0.0' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Upload a version' })).toHaveCount(0)
    await other.context().close()
  }

  await addToGroup(contributor, 'verified', 'remove')
  await signInPage(page, contributor)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Upload Permission Required' })).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await page.goto('/scripts/999999/versions/new')
  await expect(page.getByRole('heading', { name: 'Script not found' })).toBeVisible()
  expect(await numbersOf(script.id)).toEqual(['1.0.0'])
})

test('a contributor uploads a version; what is wrong is said at its field, and nothing is lost', async ({
  page,
}) => {
  const { contributor, script } = await scriptWithContributor()
  await signInPage(page, contributor)
  await page.goto(`/scripts/${script.id}`)
  const management = page.getByRole('region', { name: 'Script management' })
  await expect(management.getByRole('link')).toHaveText(['Upload a version', 'Members'])
  await management.getByRole('link', { name: 'Upload a version' }).click()

  await send(page).click()
  await expect(form(page).getByText('Script file is required')).toBeVisible()
  await expect(form(page).getByLabel('New script file')).toBeFocused()
  await form(page)
    .getByLabel('New script file')
    .setInputFiles(zipFile('hud.zip', archive('1.4.0')))
  await expect(form(page).getByText('Found: hud 1.4.0')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Fill in the form' })).toHaveCount(0)
  const number = form(page).getByRole('textbox', { name: 'Version' })
  await expect(number).toHaveValue('1.4.0')
  await number.fill('1.0.0')
  await form(page).getByRole('textbox', { name: 'Changelog' }).fill('Loads *faster*.')
  await expectNoViolations(page, [1440, 390])
  await send(page).click()
  await expect(number).toHaveAccessibleDescription(/This script already has a version with this number/)
  await expect(number).toBeFocused()
  expect(await numbersOf(script.id)).toEqual(['1.0.0'])

  await number.fill('')
  await send(page).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/versions`)
  await expect(page.getByText('1.0.1 is now the current version.')).toBeVisible()
  const first = page.getByRole('list', { name: 'Versions, newest first' }).locator('> li').first()
  await expect(first.getByRole('heading', { name: '1.0.1' })).toBeVisible()
  await expect(first.locator('em')).toHaveText('faster')
  await expectFocusNotLost(page)
  expect(await numbersOf(script.id)).toEqual(['1.0.1', '1.0.0'])
})

/** The archive is not read before `reader.release`. */
async function chooseSlowArchive(page: Page) {
  const owner = await registerUploader()
  const script = await submitScript(owner, { version: '1.0.0', archive: archive('1.0.0') })
  await signInPage(page, owner)
  await page.goto(`/scripts/${script.id}/versions/new`)
  const reader = await delayRequests(page, '**/assets/read-zip*.js')
  await form(page)
    .getByLabel('New script file')
    .setInputFiles(zipFile('hud.zip', archive('1.4.0')))
  return { script, number: form(page).getByRole('textbox', { name: 'Version' }), reader }
}

test('a number that is proposed while the user types one does not change what is typed', async ({ page }) => {
  const { number, reader } = await chooseSlowArchive(page)
  await number.selectText()
  reader.release()
  await expect(form(page).getByText('The manifest in the archive says 1.4.0.')).toBeVisible()
  await page.keyboard.type('1.5.0')
  await expect(number).toHaveValue('1.5.0')
  await page.keyboard.press('Tab')
  await expect(number).toHaveValue('1.5.0')
})

test('a number that is proposed while its field has the focus is entered when the focus leaves', async ({
  page,
}) => {
  const { number, reader } = await chooseSlowArchive(page)
  await number.focus()
  reader.release()
  await expect(form(page).getByText('The manifest in the archive says 1.4.0.')).toBeVisible()
  await expect(number).toHaveValue('1.0.0')
  await page.keyboard.press('Tab')
  await expect(number).toHaveValue('1.4.0')
})

test('a form that is sent before the archive is read waits for the number in its manifest', async ({
  page,
}) => {
  const { script, reader } = await chooseSlowArchive(page)
  await send(page).click()
  await expect(form(page).getByRole('button', { name: 'Uploading...' })).toBeVisible()
  reader.release()
  await expect(page.getByText('1.4.0 is now the current version.')).toBeVisible()
  expect(await numbersOf(script.id)).toEqual(['1.4.0', '1.0.0'])

  const slow = await delayRequests(page, '**/assets/read-zip*.js')
  await page.goto(`/scripts/${script.id}/edit`)
  const edit = page.getByRole('form', { name: 'Edit Script' })
  await edit.getByLabel('New script file').setInputFiles(zipFile('hud.zip', archive('1.5.0')))
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByRole('button', { name: 'Saving...' })).toBeVisible()
  slow.release()
  await expect(page.getByText('Script updated')).toBeVisible()
  expect(await numbersOf(script.id)).toEqual(['1.5.0', '1.4.0', '1.0.0'])
})

test('Enter in the field of the number sends the number in the manifest', async ({ page }) => {
  const { script, number, reader } = await chooseSlowArchive(page)
  await number.focus()
  reader.release()
  await expect(form(page).getByText('The manifest in the archive says 1.4.0.')).toBeVisible()
  await number.press('Enter')
  await expect(page.getByText('1.4.0 is now the current version.')).toBeVisible()
  expect(await numbersOf(script.id)).toEqual(['1.4.0', '1.0.0'])
})

test('a reload keeps the number and the changelog of a version that is not sent', async ({ page }) => {
  const { contributor, script } = await scriptWithContributor()
  await signInPage(page, contributor)
  await page.goto(`/scripts/${script.id}/versions/new`)
  const choose = () =>
    form(page)
      .getByLabel('New script file')
      .setInputFiles(zipFile('hud.zip', archive('1.4.0')))
  await choose()
  await form(page).getByRole('textbox', { name: 'Version' }).fill('1.5.0')
  await form(page).getByRole('textbox', { name: 'Changelog' }).fill('Loads faster.')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()

  await expect(page.getByText('Your draft is back')).toBeVisible()
  await choose()
  await expect(form(page).getByRole('textbox', { name: 'Version' })).toHaveValue('1.5.0')
  await expect(form(page).getByRole('textbox', { name: 'Changelog' })).toHaveValue('Loads faster.')
  await send(page).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/versions`)
  await page.goto(`/scripts/${script.id}/versions/new`)
  await expect(form(page)).toBeVisible()
  await expect(page.getByText('Your draft is back')).toHaveCount(0)
})

test('the owner comes from the list of versions; leaving is asked about, and a cancelled upload adds nothing', async ({
  page,
}) => {
  const owner = await registerUploader()
  const script = await submitScript(owner, { version: '1.0.0', archive: archive('1.0.0') })
  await signInPage(page, owner)
  await page.goto(`/scripts/${script.id}/versions`)
  await page.getByRole('main').getByRole('link', { name: 'Upload a version' }).click()
  await form(page).getByLabel('New script file').setInputFiles(zipFile('towing.zip', largeArchive()))
  await expect(form(page).getByRole('textbox', { name: 'Version' })).toHaveValue('1.0.1')

  await form(page).getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await slowUploads(page, 0.5)
  await send(page).click()
  const panel = page.getByRole('region', { name: `Uploading 1.0.1 of ${script.name}` })
  await expect(panel.getByRole('progressbar', { name: 'Uploading archive' })).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await page.getByRole('link', { name: script.name }).first().click()
  await page
    .getByRole('alertdialog', { name: 'Stop the upload?' })
    .getByRole('button', { name: 'Keep uploading' })
    .click()
  await panel.getByRole('button', { name: 'Cancel upload' }).click()

  await expect(form(page).getByText('Upload cancelled')).toBeVisible()
  await expect(form(page).getByText('towing.zip')).toBeVisible()
  expect(await numbersOf(script.id)).toEqual(['1.0.0'])
  await form(page).getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/versions`)
})

test('a user who loses the role while the form is open gets an error, and no version is added', async ({
  page,
}) => {
  const { owner, contributor, script } = await scriptWithContributor()
  await signInPage(page, contributor)
  await page.goto(`/scripts/${script.id}/versions/new`)
  await form(page)
    .getByLabel('New script file')
    .setInputFiles(zipFile('hud.zip', archive('1.4.0')))
  await expect(form(page).getByRole('textbox', { name: 'Version' })).toHaveValue('1.4.0')
  await requireSuccess(appUrl, owner, 'DELETE', `/api/scripts/${script.id}/members/${contributor.id}`)
  await send(page).click()

  await expect(
    form(page).getByRole('alert').filter({ hasText: 'Failed to upload the version' }),
  ).toBeVisible()
  expect(await numbersOf(script.id)).toEqual(['1.0.0'])
})
