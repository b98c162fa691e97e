import { expect, type Page } from '@playwright/test'

import { emptyLog, user } from './admin-fixtures.ts'
import { test } from './fixtures.ts'
import { bearer, registerUser, registerAdministrator, registerModerator, signInPage } from './users.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const usersCall = '**/api/users/admin/users{,?*}'

async function enterAsAdministrator(page: Page) {
  const account = await registerAdministrator()
  await signInPage(page, account)
  return account
}

function listOf(...users: object[]) {
  const pagination = { page: 1, limit: 25, total: users.length, totalPages: 1 }
  return { users, pagination, stats: { total: 40, admins: 3, activeThisWeek: 12 } }
}

test('a row shows all data of a user and marks what is unusual', async ({ page }) => {
  await enterAsAdministrator(page)
  const quiet = { ...user, id: 2, username: 'Grace', is_locked: false, notes: null, login_success_rate: 100 }
  await page.route(usersCall, (route) => route.fulfill({ json: listOf(user, quiet) }))
  await page.route('**/api/users/admin/users/*/suspend', (route) =>
    route.request().url().includes('/users/1/')
      ? route.fulfill({ json: { user } })
      : route.fulfill({ status: 403, json: { error: 'Access Denied', code: 'forbidden' } }),
  )
  await page.goto('/admin/users')

  await expect(page.getByRole('region', { name: 'Users at a glance' })).toContainText(
    /Total users\s*40\s*Admins\s*3\s*Active this week\s*12/,
  )
  const row = page.getByRole('row').filter({ hasText: 'ada@example.com' }).first()
  for (const text of [
    'Admin',
    '30 days old · +1 555',
    '2FA off',
    '80% login success',
    '1,234',
    '198.51.100.7',
    '→ 203.0.113.9',
    '3 unique IPs',
    'Reputation 56',
    '31 Jan 2026',
    '12 login attempts',
    'Never',
    'Unknown',
    'Locked',
    'Has notes',
  ])
    await expect(row).toContainText(text)
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row.getByRole('link', { name: '198.51.100.7' })).toBeVisible()
  }
  await expect(row.getByText('Unverified')).toHaveCount(2)
  await expect(page.getByText('Has notes')).toHaveCount(1)
  await expect(page.getByText('% login success')).toHaveCount(1)

  await page.getByRole('checkbox', { name: 'Select all users on this page' }).check()
  const bulk = page.getByRole('region', { name: 'Selected users' })
  await expect(bulk).toContainText('2 users selected')
  await bulk.getByRole('button', { name: 'End Suspension' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Suspension' }).click()
  const result = page.getByRole('alertdialog')
  await expect(result.getByText('1 user no longer suspended, 1 failed')).toBeVisible()
  await expect(result.getByText('Grace: Access Denied')).toBeVisible()
})

test('the actions on a user follow the permissions, and an error keeps the dialog open', async ({
  page,
  browser,
}) => {
  await enterAsAdministrator(page)
  const member = await registerUser('member')
  const failing = { status: 500, body: 'broken' }
  const dialog = dialogOf(page)
  await page.route('**/api/groups', (route) => route.fulfill({ status: 418, body: 'no' }))
  await page.goto(`/admin/users?user=${member.id}`)
  await expect(dialog.getByText('Failed to load groups data')).toBeVisible()
  await page.unroute('**/api/groups')
  await page.route(`**/api/users/admin/users/${member.id}{,/ban}`, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(failing),
  )
  await dialog.getByLabel('Phone').fill('+1 555')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Failed to update user')).toBeVisible()

  await page.goto(`/admin/users?user=${member.id}`)
  const verified = dialog.getByRole('checkbox', { name: 'Verified member', exact: true })
  await verified.check()
  await expect(dialog.getByRole('heading', { name: 'Pending Changes' })).toBeVisible()
  await verified.uncheck()
  await expect(dialog.getByRole('heading', { name: 'Pending Changes' })).toBeHidden()

  await page.goto(`/admin/users?q=${member.username}`)
  await page.getByRole('button', { name: `Actions for ${member.username}` }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(member.username)
  await page.bringToFront()
  await page.getByRole('button', { name: `Actions for ${member.username}` }).click()
  await page.getByRole('menuitem', { name: 'Ban User' }).click()
  await dialog.getByLabel('Reason').fill('Reuploads')
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(dialog.getByText('Failed to ban user')).toBeVisible()

  const moderators = await (await browser.newContext()).newPage()
  const moderator = await registerModerator()
  await signInPage(moderators, moderator)
  await moderators.goto(`/admin/users?q=${member.username}`)
  await moderators.getByRole('button', { name: `Actions for ${member.username}` }).click()
  await expect(moderators.getByRole('menuitem')).toHaveText([
    'View Profile',
    'Accounts From This IP',
    'Suspend',
    'Ban User',
  ])
  await moderators.route('**/api/auth/profile', async (route) => {
    const response = await route.fetch()
    const { user: profile } = await response.json()
    const permissions = profile.permissions.filter((key: string) => key !== 'admin.users.list')
    await route.fulfill({ json: { user: { ...profile, permissions } } })
  })
  await moderators.reload()
  await expect(moderators.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await moderators.context().close()
})

test('nothing of a user with a higher rank can be changed, and the dialog says why', async ({
  page,
  request,
}) => {
  const account = await enterAsAdministrator(page)
  const found = await request.get('/api/users/admin/users?q=owner&role=admin', { headers: bearer(account) })
  const { users }: { users: { id: number; is_owner: boolean }[] } = await found.json()
  await page.goto(`/admin/users?user=${users.find(({ is_owner }) => is_owner)?.id}`)

  const dialog = dialogOf(page)
  await expect(dialog.getByText('Cannot modify status - user has higher priority groups')).toBeVisible()
  await expect(
    dialog.getByText('Limited group management - user has higher priority groups').first(),
  ).toBeVisible()
  await expect(dialog.getByText('(Restricted)').first()).toBeVisible()
  for (const status of ['Inactive', 'Suspended'])
    await expect(dialog.getByRole('radio', { name: status })).toBeDisabled()
})

test('the log shows actor, action and details in pages, and a filter starts at page 1', async ({ page }) => {
  await enterAsAdministrator(page)
  const entry = {
    id: 7,
    type: 'script',
    action: 'Script Deleted',
    description: 'A script is gone',
    status: 'warning',
    metadata: { reason: 'moderation' },
    target_id: 5,
    target_type: 'script',
    created_at: new Date(Date.now() - 2 * 3_600_000 - 60_000).toISOString(),
    users: { username: 'Ada' },
    source: 'server',
    target_link: null,
  }
  const asked: string[] = []
  await page.route('**/api/activities?*', (route) => {
    asked.push(route.request().url())
    const wanted = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    return route.fulfill({
      json: { activities: [entry], pagination: { page: wanted, limit: 20, total: 45, totalPages: 3 } },
    })
  })
  await page.goto('/admin/activities')

  await expect(page.getByText('45 activities')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Script Deleted' })
  for (const text of ['A script is gone', 'script', 'by Ada', '2 hours ago'])
    await expect(row).toContainText(text)
  await expect(row.locator('svg').first()).toBeVisible()
  await row.getByText('Details').click()
  await expect(row.getByText('"reason": "moderation"')).toBeVisible()
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  await page.getByLabel('Status').selectOption('Warning')
  await expect(page).toHaveURL('/admin/activities?status=warning')
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  expect(asked.at(-1)).toContain('usage=hidden')
  await page.getByLabel('Views, downloads and sign-ins').check()
  await expect(page).toHaveURL('/admin/activities?status=warning&usage=shown')
  await page.getByPlaceholder('Username').fill('Ada')
  await page.getByPlaceholder('Username').press('Enter')
  await expect(page).toHaveURL('/admin/activities?status=warning&usage=shown&user=Ada')
  await row.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL('/admin/activities?target_type=script&target_id=5')
  await expect(page.getByRole('button', { name: 'Script #5' })).toBeVisible()
})

test('the dashboard compares its totals with a period, lists four activities, and links to details', async ({
  page,
}) => {
  await enterAsAdministrator(page)
  const now = { totalUsers: 1200, totalScripts: 50, totalDownloads: 2_500_000, totalPartners: 3 }
  const before = { totalUsers: 1000, totalScripts: 100, totalDownloads: 2_500_000, totalPartners: 0 }
  await page.route('**/api/stats', (route) => route.fulfill({ json: now }))
  await page.route('**/api/stats/historical?*', (route) =>
    route.fulfill({ json: { period: 30, date: '2026-10-21', stats: before } }),
  )
  await page.route('**/api/stats/snapshot', (route) => route.fulfill({ status: 500, body: 'broken' }))
  const recent = page.waitForRequest('**/api/activities/recent?*')
  await page.goto('/admin')

  expect(new URL((await recent).url()).searchParams.get('limit')).toBe('4')
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(totals).toContainText(
    /Users\s*1\.2K\s*\+20% vs 30 days ago\s*Scripts\s*50\s*-50%.*Downloads\s*2\.5M\s*~0%.*Partners\s*3\s*\+100%/,
  )
  const [green, red] = await Promise.all([colorOf(page, '+20%'), colorOf(page, '-50%')])
  expect(green.green).toBeGreaterThan(green.red)
  expect(red.red).toBeGreaterThan(red.green)
  await expect(page.getByRole('radio', { name: /days/ })).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Create Snapshot' }).click()
  await expect(page.getByText('Failed to create statistics snapshot.')).toBeVisible()

  await page.setViewportSize({ width: 768, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Back office' })
  await expect(drawer.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 769, height: 800 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()

  await page.route('**/api/activities?*', (route) => route.fulfill({ json: emptyLog }))
  await page.getByRole('link', { name: 'View all activities' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activities' })).toBeVisible()
})

async function colorOf(page: Page, text: string) {
  const color = await page
    .getByText(text, { exact: true })
    .evaluate((element) => getComputedStyle(element).color)
  const [red = 0, green = 0] = [...color.matchAll(/\d+/g)].map(Number)
  return { red, green }
}
