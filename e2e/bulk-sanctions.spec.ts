import { expect, type Locator, type Page } from '@playwright/test'

import { requireSuccess, sendRequest } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'
import type { RegisteredUser } from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { smallImage } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage, submitScript, uniqueName } from './users.ts'

const waveSize = 30
const ip = '203.0.113.7'
let app: OwnApp
let site: RegisteredUser
let moderator: RegisteredUser

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  app = await startOwnApp({
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    TRUST_PROXY: '127.0.0.1',
  })
  site = await users.signIn(app.url, owner)
  moderator = await registerMember('moderator', 'moderator', '198.51.100.1')
})
test.afterAll(() => app.stop())

async function registerMember(prefix: string, group: string, from: string): Promise<RegisteredUser> {
  const account = users.accountNamed(uniqueName(prefix))
  const headers = { 'x-forwarded-for': from }
  const { body } = await requireSuccess(app.url, null, 'POST', '/api/auth/register', account, { headers })
  const member = { ...account, id: body.user.id, token: body.accessToken, user: body.user }
  await users.changeGroup(app.url, site, member, group)
  const { body: profile } = await requireSuccess(app.url, member, 'GET', '/api/auth/profile')
  return { ...member, user: profile.user }
}

/** Counts what the moderator does: each click and each key is one action. */
function countedActions() {
  let count = 0
  return {
    count: () => count,
    async click(target: Locator) {
      count += 1
      await target.click()
    },
    async press(target: Locator, key: string) {
      count += 1
      await target.press(key)
    },
  }
}

const scriptTotal = async () =>
  (await sendRequest(app.url, null, 'GET', '/api/scripts?limit=1')).body.pagination.total

async function openUsers(page: Page, search = ''): Promise<Locator> {
  await signInPage(page, moderator)
  await page.goto(`${app.url}/admin/users${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  return page.getByRole('region', { name: 'Selected users' })
}

test('30 spam accounts and their scripts are gone in 10 actions and restored in 2', async ({ page }) => {
  await requireSuccess(app.url, site, 'POST', '/api/saved-reasons', { kind: 'ban', text: 'Wave of spam' })
  const author = await registerMember('author', 'verified', '198.51.100.2')
  await submitScript(author, {}, [smallImage], app.url)
  let spammer: RegisteredUser | undefined
  for (let index = 0; index < waveSize; index++) {
    spammer = await registerMember('spam', 'verified', ip)
    await submitScript(spammer, {}, [smallImage], app.url)
  }
  expect(await scriptTotal()).toBe(waveSize + 1)
  const bulk = await openUsers(page)
  const wave = countedActions()

  await wave.click(page.getByRole('button', { name: `Actions for ${spammer?.username}` }))
  await wave.click(page.getByRole('menuitem', { name: 'Accounts From This IP' }))
  await expect(page).toHaveURL(new RegExp(`ip=${ip}`))
  await wave.click(page.getByRole('checkbox', { name: 'Select all users on this page' }))
  await wave.click(bulk.getByRole('button', { name: `Select all ${waveSize} matching` }))
  await expect(bulk).toContainText(`${waveSize} users selected`)
  await wave.click(bulk.getByRole('button', { name: 'Ban…' }))
  const dialog = page.getByRole('dialog')
  await wave.click(dialog.getByRole('button', { name: 'Saved texts' }))
  await wave.click(page.getByRole('menuitem', { name: 'Wave of spam' }))
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('Wave of spam')
  await wave.click(dialog.getByText('Permanent'))
  await wave.click(dialog.getByRole('checkbox', { name: 'Also hide their scripts' }))
  await wave.click(dialog.getByRole('button', { name: `Ban ${waveSize} users` }))
  await expect(page.getByText(`${waveSize} users banned`)).toBeVisible()
  await expect(page.getByText(`${waveSize} scripts hidden`)).toBeVisible()

  expect(wave.count()).toBeLessThanOrEqual(10)
  expect(await scriptTotal()).toBe(1)
  await expect(page.getByRole('row').nth(1)).toContainText('Banned')
  await expect(dialog).toHaveCount(0)

  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const undone = countedActions()
  await undone.press(undo, 'Enter')
  await expect(page.getByText(`${waveSize} users unbanned`)).toBeVisible()
  await expect(page.getByText(`${waveSize} scripts restored`)).toBeVisible()

  expect(undone.count()).toBeLessThanOrEqual(2)
  expect(await scriptTotal()).toBe(waveSize + 1)
  await expect(page.getByRole('row').nth(1)).toContainText('Active')
  await expect(page.getByRole('row').filter({ hasText: 'Banned' })).toHaveCount(0)
})

test('a bulk action is undone later, from the page of users or its entry in the activity log', async ({
  page,
}) => {
  const wave = [
    await registerMember('later', 'verified', '192.0.2.40'),
    await registerMember('later', 'verified', '192.0.2.40'),
  ]
  const ids = wave.map(({ id }) => id)
  const body = { ids, reason: 'Wave of spam', is_permanent: true }
  const banPath = '/api/users/admin/bans/bulk'
  const { body: ban } = await requireSuccess(app.url, moderator, 'POST', banPath, body)
  const isBanned = async () =>
    (await requireSuccess(app.url, wave[0] ?? null, 'GET', '/api/users/me')).body.is_banned
  expect(await isBanned()).toBe(true)
  await openUsers(page)
  await page.getByRole('link', { name: 'Bulk actions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Actions' })).toBeVisible()
  const act = page.getByRole('listitem').filter({ hasText: wave[0]?.username ?? '' })
  const undo = act.getByRole('button', { name: 'Undo' })

  await undo.click()
  const dialog = page.getByRole('alertdialog', { name: 'Undo “2 users banned”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await isBanned()).toBe(true)
  await expect(undo).toBeFocused()
  await undo.click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 users unbanned')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await isBanned()).toBe(false)
  await page.reload()
  await expect(undo).toBeDisabled()
  await expect(undo).toHaveAccessibleDescription('This was already undone')
  await expect(act).toContainText(`Undone by ${moderator.username}`)
  await expectNoViolations(page, [1440, 390])

  const log = await page.context().browser()?.newPage()
  if (!log) throw new Error('There is no browser')
  await signInPage(log, site)
  await log.goto(`${app.url}/admin/activities?action=User+Banned`)
  await log.getByRole('link', { name: 'Bulk action', exact: true }).first().click()
  await expect(log).toHaveURL(`${app.url}/admin/users/bulk-acts?act=${ban.act_id}`)
  await expect(log.getByText('2 users banned', { exact: true })).toBeVisible()
  await log.close()
})

test('users whom the moderator may not suspend are listed with the reason and stay selected', async ({
  page,
}) => {
  const weak = await registerMember('wave', 'verified', '192.0.2.1')
  const peer = await registerMember('wave', 'moderator', '192.0.2.1')
  const bulk = await openUsers(page, '?ip=192.0.2.1')
  await page.getByRole('checkbox', { name: 'Select all users on this page' }).check()
  await bulk.getByRole('button', { name: 'Suspend…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend 2 users' }).click()
  await expect(dialog.getByText('Please provide a reason for the suspension')).toBeVisible()
  const reason = dialog.getByLabel('Reason', { exact: true })
  await expect(reason).toBeFocused()
  await reason.fill('Looks like one user')
  await dialog.getByRole('button', { name: 'Suspend 2 users' }).click()

  await expect(dialog.getByRole('heading')).toHaveText('1 user suspended, 1 failed')
  await expect(dialog.getByRole('list', { name: 'Failed' })).toHaveText(
    `${peer.username}: Cannot modify status - user has higher priority groups`,
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bulk).toContainText('1 user selected')

  await page.goto(`${app.url}/admin/users?user=${weak.id}`)
  await expect(dialog.getByText('Looks like one user')).toBeVisible()
})

test('the end of a ban is changed, and a reason is saved and deleted', async ({ page }) => {
  const banned = await registerMember('banned', 'verified', '192.0.2.2')
  await openUsers(page, `?q=${banned.username}`)
  const actions = page.getByRole('button', { name: `Actions for ${banned.username}` })
  const openBan = async () => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Ban User' }).click()
  }
  await openBan()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('Sells stolen scripts')
  await dialog.getByRole('button', { name: 'Saved texts' }).click()
  await page.getByRole('menuitem', { name: 'Save this reason' }).click()
  await expect(page.getByText('Reason saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(page.getByText(`User ${banned.username} banned`)).toBeVisible()

  await openBan()
  await dialog.getByRole('button', { name: 'Change Ban' }).click()
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('Sells stolen scripts')
  await dialog.getByText('Permanent', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save Ban' }).click()
  await expect(page.getByText(`Ban of ${banned.username} changed`)).toBeVisible()
  await expect(actions).toBeFocused()
  await openBan()
  await expect(dialog.getByText('Permanent ban')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change Ban' }).click()
  await dialog.getByRole('button', { name: 'Saved texts' }).click()
  await page.getByRole('menuitem', { name: 'Delete this saved reason' }).click()
  await expect(page.getByText('Saved reason deleted')).toBeVisible()
})

test('notes, accounts of the same IP and the history are tabs of the user dialog', async ({ page }) => {
  const first = await registerMember('twin', 'verified', '192.0.2.77')
  const second = await registerMember('twin', 'verified', '192.0.2.77')
  await registerMember('neighbour', 'verified', '192.0.2.78')
  await signInPage(page, site)
  await page.goto(`${app.url}/admin/users?user=${first.id}&tab=notes`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New note').fill('Asked to delete the account.')
  await dialog.getByRole('button', { name: 'Add Note' }).click()
  const notes = dialog.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('Asked to delete the account.')
  await expect(notes).toContainText(owner.username)
  await expect(dialog.getByLabel('New note')).toHaveValue('')
  const remove = notes.getByRole('button')
  await remove.click()
  await remove.click()
  await expect(dialog.getByText('No notes yet.')).toBeVisible()

  await dialog.getByRole('tab', { name: 'History' }).click()
  await expect(dialog.getByText('Note Deleted')).toBeVisible()
  await expect(dialog.getByText('Group Assigned')).toBeVisible()

  await dialog.getByRole('tab', { name: 'Same IP' }).click()
  const accounts = dialog.getByRole('list', { name: 'Accounts' })
  await expect(accounts.getByRole('checkbox', { name: second.username })).toBeChecked()
  await expect(accounts.getByRole('checkbox', { name: /neighbour/ })).not.toBeChecked()
  await dialog.getByRole('button', { name: `Select this account and ${first.username}` }).click()
  await expect(page.getByRole('region', { name: 'Selected users' })).toContainText('2 users selected')
})

test('the history of a group has old and new values', async ({ page }) => {
  const draft = { name: uniqueName('curators'), display_name: 'Curators', priority: 700 }
  const { body: group } = await requireSuccess(app.url, site, 'POST', '/api/groups', draft)
  await requireSuccess(app.url, site, 'PUT', `/api/groups/${group.id}`, { priority: 800 })
  await signInPage(page, site)
  await page.goto(`${app.url}/admin/groups`)
  const button = page.getByRole('button', { name: 'History of Curators' })
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Group Updated')).toBeVisible()
  await expect(dialog.getByRole('definition')).toContainText('700')
  await expect(dialog.getByRole('definition')).toContainText('800')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()
})
