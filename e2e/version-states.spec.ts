import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { smallImage, zipFile } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { startModeratedApp, type ModeratedApp } from './moderated-app.ts'
import { submitScript, uniqueName, type RegisteredUser } from './users.ts'

test.describe.configure({ mode: 'default' })

let app: ModeratedApp
test.beforeAll('a site where versions wait for review', async () => {
  app = await startModeratedApp()
})
test.afterAll(() => app.stop())

const main = (page: Page) => page.getByRole('main')
const entry = (page: Page, number: string) =>
  main(page)
    .getByRole('list', { name: 'Versions, newest first' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: number, exact: true }) })

function archiveOf(code: string): Buffer {
  const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 's.lua'\n"
  return zipOf([
    { name: 'garage/fxmanifest.lua', content: manifest },
    { name: 'garage/s.lua', content: code },
  ])
}

async function addVersion(author: RegisteredUser, scriptId: number, number: string, code: string) {
  const form = new FormData()
  form.set('number', number)
  form.set(
    'scriptFile',
    new File([new Uint8Array(archiveOf(code))], 'garage.zip', { type: 'application/zip' }),
  )
  const path = `/api/scripts/${scriptId}/versions`
  return (await requireSuccess(app.url, author, 'POST', path, form)).body
}

test('the pages of a waiting version are for its author and moderators, who publishes it', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const id = await app.publish(author, uniqueName('Docks'))
  const version = await addVersion(author, id, '2.0.0', "print('second')")
  await app.expectWaiting(1)
  const pages = [`/scripts/${id}/versions`, `/scripts/${id}/report?v=${version.id}`]

  const visitor = await browser.newPage({ baseURL: app.url })
  expect((await visitor.goto(`/scripts/${id}/report?v=${version.id}`))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'Version not found' })).toBeVisible()
  await visitor.goto(`/scripts/${id}/versions`)
  await expect(entry(visitor, '1.0.0')).toBeVisible()
  await expect(entry(visitor, '2.0.0')).toHaveCount(0)

  const authorPage = await app.openPage(browser, author, pages[0] ?? '')
  const moderatorPage = await app.openPage(
    browser,
    await app.register('moderator', 'moderator'),
    pages[0] ?? '',
  )
  for (const page of [authorPage, moderatorPage]) {
    await expect(entry(page, '2.0.0').getByText('Waiting for review')).toBeVisible()
    await expect(entry(page, '2.0.0').getByRole('button', { name: 'Download 2.0.0' })).toBeVisible()
    await expect(entry(page, '1.0.0').getByText('Current')).toBeVisible()
    await entry(page, '2.0.0').getByRole('link', { name: 'Report of 2.0.0' }).click()
    await expect(page).toHaveURL(pages[1] ?? '')
    await expect(main(page).getByText('2.0.0 is waiting for review')).toBeVisible()
    await expect(main(page).getByText('Only the authors and moderators can see this version.')).toBeVisible()
    // Rendered for a visitor first.
    await page.reload()
    await expect(main(page).getByText('2.0.0 is waiting for review')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Version' })).toContainText('2.0.0 · waiting for review')
    await page.goto(`/scripts/${id}/changes?to=${version.id}`)
    await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue(String(version.id))
    await expect(main(page).getByRole('list', { name: /^Added/ })).toContainText('s.lua')
    await page.goto(`/scripts/${id}`)
    // Above the pictures: on a phone the tools of authors are far below them.
    const notices = page.getByRole('region', { name: 'State of the script' })
    await expect(notices.getByText('2.0.0 is waiting for review')).toBeVisible()
    await expect(notices.getByText('Until it is published, visitors get 1.0.0.')).toBeVisible()
    await expectNoViolations(page, [1440, 390])
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await expect(authorPage.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await moderatorPage.getByRole('button', { name: /^Publish/ }).click()
  await expect(moderatorPage.getByText('Script published')).toBeVisible()
  await expect(main(moderatorPage).getByText('2.0.0 is waiting for review')).toHaveCount(0)

  await visitor.reload()
  await expect(entry(visitor, '2.0.0').getByText('Current')).toBeVisible()
  expect((await visitor.goto(`/scripts/${id}/report?v=${version.id}`))?.status()).toBe(200)
  await Promise.all([visitor.close(), authorPage.close(), moderatorPage.close()])
})

test('versions whose files are lost are compared without them', async ({ browser }) => {
  const author = await app.register('author', 'verified')
  const publish = async (id: number) => {
    await app.expectWaiting(1)
    await requireSuccess(app.url, app.site, 'POST', `/api/scripts/${id}/publish`)
  }
  const archive = archiveOf("print('first')")
  const { id } = await submitScript(author, { archive }, [smallImage], app.url)
  await publish(id)
  await rm(join(app.dataDir, 'files', 'packs'), { recursive: true })
  const version = await addVersion(author, id, '2.0.0', "ExecuteCommand('status')")
  await publish(id)

  for (const page of [
    await browser.newPage({ baseURL: app.url }),
    await app.openPage(browser, author, '/'),
    await app.openPage(browser, app.site, '/'),
  ]) {
    await page.goto(`/scripts/${id}/changes?to=${version.id}`)
    await expect(main(page).getByText('those of one version are not stored or not public')).toBeVisible()
    await expect(main(page).getByText('runs console commands')).toBeVisible()
    await page.close()
  }
})

test('an author sees at once that an update waits, and when it is scanned', async ({ browser }) => {
  const author = await app.register('author', 'verified')
  const id = await app.publish(author, uniqueName('Quay'))
  const page = await app.openPage(browser, author, `/scripts/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('form', { name: 'Edit Script' })
  const file = zipFile('garage.zip', archiveOf("print('update')"))
  await form.getByLabel('New script file').setInputFiles(file)
  await form.getByRole('textbox', { name: 'Version' }).fill('3.0.0')
  await form.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByText('3.0.0 is checked before it is published.')).toBeVisible()
  await expect(main(page).getByText('Until it is published, visitors get 1.0.0.')).toBeVisible()
  await expect(main(page).getByText('3.0.0 is waiting for review')).toBeVisible()
  await app.expectWaiting(1)
  await requireSuccess(app.url, app.site, 'POST', `/api/scripts/${id}/publish`)
  await page.close()
})

test('an author reads when a new version is published, and that another one already waits', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const id = await app.publish(author, uniqueName('Pier'))
  const page = await app.openPage(browser, author, `/scripts/${id}/versions/new`)
  await expect(main(page).getByText(/once a moderator has reviewed it/)).toBeVisible()
  const form = page.getByRole('form', { name: 'Upload a version' })
  const field = form.getByLabel('New script file')
  await field.setInputFiles(zipFile('garage.zip', archiveOf("print('pier')")))
  await form.getByRole('button', { name: 'Upload version' }).click()
  await expect(page.getByText('1.0.1 is checked before it is published.')).toBeVisible()
  await expect(entry(page, '1.0.1').getByText('Waiting for review')).toBeVisible()

  await main(page).getByRole('link', { name: 'Upload a version' }).click()
  await expect(main(page).getByText('1.0.1 is waiting for review')).toBeVisible()
  await expect(main(page).getByText('Until it is published, visitors get 1.0.0.')).toBeVisible()
  await field.setInputFiles(zipFile('garage.zip', archiveOf("print('another')")))
  const number = form.getByRole('textbox', { name: 'Version' })
  await expect(number).toHaveValue('1.0.1')
  await number.fill('1.0.2')
  await form.getByRole('button', { name: 'Upload version' }).click()
  await expect(form.getByText('A version is already waiting for review')).toBeVisible()

  const published = await requireSuccess(app.url, author, 'GET', `/api/scripts/${id}`)
  const withdrawal = { kind: 'broken', reason: 'It does not start on Linux.' }
  await requireSuccess(
    app.url,
    author,
    'POST',
    `/api/versions/${published.body.versionId}/withdraw`,
    withdrawal,
  )
  const overview = await app.openPage(browser, author, `/scripts/${id}`)
  await expect(main(overview).getByText('1.0.0 was withdrawn, so the script is hidden')).toBeVisible()
  await expect(main(overview).getByText('1.0.1 is waiting for review')).toBeVisible()
  await expect(main(overview).getByText('Until it is published, visitors get')).toHaveCount(0)
  await expect(number).toHaveValue('1.0.2')
  await requireSuccess(app.url, app.site, 'POST', `/api/scripts/${id}/publish`)
  await page.close()
})

test('the texts about a version that waits say what becomes of it', async ({ browser }) => {
  const author = await app.register('author', 'verified')
  const { id } = await submitScript(author, { archive: archiveOf("print('pier')") }, [smallImage], app.url)
  await app.expectWaiting(1)
  const page = await app.openPage(browser, author, `/scripts/${id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Script' })
  await form.getByLabel('New script file').setInputFiles(zipFile('pier.zip', archiveOf("print('new pier')")))
  await expect(form.getByText('version 1.2.0 is not published and is replaced')).toBeVisible()

  await page.goto(`/scripts/${id}/versions`)
  await entry(page, '1.2.0').getByRole('button', { name: 'Withdraw 1.2.0' }).click()
  const dialog = page.getByRole('dialog', { name: /^Withdraw 1\.2\.0/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is not ready for players yet.')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await entry(page, '1.2.0').getByRole('button', { name: 'Restore 1.2.0' }).click()
  await entry(page, '1.2.0').getByRole('button', { name: 'Click again to confirm' }).click()

  await expect(page.getByText('1.2.0 was restored and is checked before it is published')).toBeVisible()
  await expect(entry(page, '1.2.0').getByText('Waiting for review')).toBeVisible()
  await page.close()
})

test('the first paint of a hidden script and of a waiting version never says to their author that they do not exist', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const id = await app.publish(author, uniqueName('Pier'))
  const hidden = await app.publish(author, uniqueName('Quay'))
  const { id: waiting } = await addVersion(author, id, '2.0.0', "print('waiting')")
  await app.expectWaiting(1)
  await requireSuccess(app.url, app.site, 'POST', `/api/scripts/${hidden}/removal`, { reason: 'spam' })
  const page = await app.openPage(browser, author, '/')
  const missing = /not found|does not exist|has been removed/i
  const paths = [`/${hidden}`, `/${hidden}/report`, `/${id}/report?v=${waiting}`, `/${id}/files?v=${waiting}`]

  for (const path of paths) {
    const scripts = await delayRequests(page, '**/assets/*.js')
    await page.goto(`/scripts${path}`, { waitUntil: 'commit' })
    await expect(main(page).locator('[aria-busy=true]').first()).toBeVisible()
    await expect(page.getByText(missing).filter({ visible: true })).toHaveCount(0)
    expect(await page.title()).not.toMatch(missing)
    scripts.release()
    await expect(
      main(page)
        .getByText(/Pier|Quay/)
        .first(),
    ).toBeVisible()
    await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByText(missing).filter({ visible: true })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.close()
})
