import { expect } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { smallArchive, submitGarage } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { queryDatabase, startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage, uniqueName } from './users.ts'

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp({
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
})
test.afterAll(() => app.stop())

test('an archive is blocked after its effect is shown, and the entry is removed with a reason', async ({
  browser,
}) => {
  const site = await users.signIn(app.url, owner)
  const page = await browser.newPage()
  await signInPage(page, site)
  await page.goto(`${app.url}/admin/moderation`)
  await page.getByRole('link', { name: 'Blocklist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocklist')

  await page.getByRole('button', { name: 'Add Entry' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('file')
  await dialog.getByLabel('Value').fill('xyz')
  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  await expect(dialog.getByLabel('Value')).toHaveAccessibleDescription(/A file is its SHA-256/)
  const effect = await delayRequests(page, '**/blocklist/effect?*')
  await dialog.getByLabel('Value').fill('c'.repeat(64))
  await dialog.getByLabel('Reason').fill('A known backdoor')
  await expect(dialog.getByText('Looking for what it affects…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add Entry' })).toBeDisabled()
  effect.release()
  await expect(dialog.getByText('No published version contains it')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('A known backdoor')).toBeVisible()

  await page.getByPlaceholder('Value or reason').fill('ccccc')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=ccccc/)
  await page.getByRole('button', { name: /^Remove c+$/ }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was a mistake')
  await page.getByRole('button', { name: 'Remove Entry' }).click()
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
})

test('a text shows how many published versions contain it, and more than 20 need an administrator', async ({
  page,
}) => {
  const site = await users.signIn(app.url, owner)
  async function register(group: string) {
    const user = await users.registerUser(app.url, uniqueName(group))
    await users.changeGroup(app.url, site, user, group, 'add')
    return user
  }
  const archive = smallArchive("RegisterNetEvent('quay:open')")
  const id = await submitGarage(app.url, await register('verified'), 'Garage at the quay', archive)
  const effectPath = '/api/moderation/blocklist/effect?kind=text&value='
  const readCount = async () =>
    (await requireSuccess(app.url, site, 'GET', `${effectPath}quay%3Aopen`)).body.versions
  await expect.poll(readCount).toBe(1)
  await signInPage(page, await register('moderator'))
  await page.goto(`${app.url}/admin/moderation/blocklist`)
  const dialog = page.getByRole('dialog')
  async function fill(value: string) {
    await page.getByRole('button', { name: 'Add Entry' }).click()
    await dialog.getByLabel('Kind').selectOption('text')
    await dialog.getByLabel('Value').fill(value)
    await dialog.getByLabel('Reason').fill('A backdoor opens it')
  }

  await fill('quay:open')
  await expect(dialog.getByText('1 published version contains it')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Garage at the quay' })).toBeVisible()
  await expect(dialog.getByText('Only an administrator')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await queryDatabase(
    app,
    `insert into script_versions
      (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    select script_id, '2.' || n, file_name, extension, size, sha256, entries, unpacked_size, now()
    from script_versions, generate_series(1, 20) n where script_id = ${id}`,
  )
  await fill("RegisterNetEvent('quay")
  await expect(dialog.getByText('21 published versions contain it')).toBeVisible()
  await expect(
    dialog.getByText('Only an administrator can block what more than 20 published versions contain.'),
  ).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await dialog.getByRole('button', { name: 'Add Entry' }).click()
  await expect(
    dialog.getByText('This matches 21 published versions. Only an administrator can block more than 20'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { body } = await requireSuccess(app.url, site, 'GET', '/api/moderation/blocklist?search=quay')
  expect(body.entries).toEqual([])
})
