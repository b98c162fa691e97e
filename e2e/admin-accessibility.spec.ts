import { expect, type Page } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import {
  registerUser,
  registerAdministrator,
  registerUploader,
  signInPage,
  submitScript,
  type RegisteredUser,
} from './users.ts'

test.describe.configure({ mode: 'default' })

let administrator: RegisteredUser
let member: RegisteredUser

test.beforeAll('users', async () => {
  administrator = await registerAdministrator()
  member = await registerUser('member')
})

async function openScreen(page: Page, path: string, title: string) {
  await signInPage(page, administrator)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const settled = (page: Page) => expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)

test('access denied, for a visitor', async ({ page }) => {
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expectNoViolations(page)
})

test('the dashboard, and the drawer on narrow screens', async ({ page }) => {
  await openScreen(page, '/admin', 'Dashboard')
  await settled(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Back office' })).toBeVisible()
  await expectNoViolations(page, [390])
})

test('the users, and a selection', async ({ page }) => {
  await openScreen(page, `/admin/users?q=${member.username}`, 'User Management')
  await page.getByRole('checkbox', { name: `Select ${member.username}` }).check()
  await expect(page.getByText('1 user selected')).toBeVisible()
  await expectNoViolations(page)
})

test('the dialog of a user, with a message', async ({ page }) => {
  await openScreen(page, `/admin/users?user=${member.id}`, 'User Management')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Verified member', exact: true }).check()
  await dialog.getByLabel('Username').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Username is required')).toBeVisible()
  await expectNoViolations(page)
})

test('the ban dialog', async ({ page }) => {
  await openScreen(page, `/admin/users?q=${member.username}`, 'User Management')
  await page.getByRole('button', { name: `Actions for ${member.username}` }).click()
  await page.getByRole('menuitem', { name: 'Ban User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Duration').selectOption('custom')
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(dialog.getByText('Please specify a custom duration')).toBeVisible()
  await expectNoViolations(page)
})

test('the dialog of a bulk ban, with a message', async ({ page }) => {
  await openScreen(page, `/admin/users?q=${member.username}`, 'User Management')
  await page.getByRole('checkbox', { name: `Select ${member.username}` }).check()
  await page.getByRole('button', { name: 'Ban…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Also hide their scripts' }).check()
  await dialog.getByRole('button', { name: 'Ban 1 user' }).click()
  await expect(dialog.getByText('Please provide a reason for the ban')).toBeVisible()
  await expectNoViolations(page)
})

test('notes and accounts of the same IP', async ({ page }) => {
  await openScreen(page, `/admin/users?user=${member.id}&tab=notes`, 'User Management')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Asked for help.')
  await dialog.getByRole('button', { name: 'Add Note' }).click()
  await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText('Asked for help.')
  await expectNoViolations(page)
  await dialog.getByRole('tab', { name: 'Same IP' }).click()
  await expect(dialog.getByRole('list', { name: 'Accounts' })).toBeVisible()
  await expectNoViolations(page)
})

test('the groups, the editor and the members', async ({ page }) => {
  await openScreen(page, '/admin/groups', 'Group Management')
  await expect(page.getByRole('button', { name: 'Edit Moderator' })).toBeVisible()
  const placeOf = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox()
  const rows = [
    ['Edit Moderator', 'Members of Moderator'],
    ['History of Moderator', 'Delete Moderator'],
  ] as const
  for (const [one, other] of rows) {
    const { y, width = 0, height } = (await placeOf(one)) ?? {}
    // Columns of a grid differ by a 64th of a pixel.
    expect(await placeOf(other)).toMatchObject({ y, width: expect.closeTo(width, 1), height })
  }
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Edit Moderator' }).click()
  await expect(page.getByRole('dialog').getByText('Enter the back office', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Members of Administrator' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectNoViolations(page, [1440, 390])
})

test('the categories and their dialog', async ({ page }) => {
  await openScreen(page, '/admin/categories', 'Category Management')
  await expect(page.getByRole('button', { name: 'Edit Mapping' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect(dialog.getByText('Category name is required')).toBeVisible()
  await expectNoViolations(page)
})

test('the partners and their dialog', async ({ page }) => {
  await openScreen(page, '/admin/partners', 'Partner Management')
  await page.getByRole('button', { name: 'Add Partner' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add Partner' }).click()
  await expect(dialog.getByText('Logo URL is required')).toBeVisible()
  await expectNoViolations(page)
})

test('the user styles, their assignments and their dialogs', async ({ page }) => {
  await openScreen(page, '/admin/user-styles', 'User Styles Management')
  await settled(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Create Style' }).click()
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Preview' })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Assign Style' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'User' }).fill(member.username)
  await expect(page.getByRole('option', { name: member.username })).toBeVisible()
  await expectNoViolations(page, [1440, 390])
})

test('the activities, and the scripts with the panel of one', async ({ page }) => {
  await submitScript(await registerUploader())
  await openScreen(page, '/admin/activities', 'Activities')
  await settled(page)
  await expectNoViolations(page)
  await page.goto('/admin/scripts')
  const scripts = page.getByRole('table', { name: 'Scripts' })
  await scripts.getByRole('checkbox').nth(1).check()
  await expectNoViolations(page, [1440, 390])
  await scripts.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expectNoViolations(page, [1440, 390])
})

test('bans and their history, a bulk confirm, the palette and a preview', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${administrator.token}` }
  const banned = await registerUser('banned')
  const ban = `/api/users/admin/users/${banned.id}`
  const reason = { reason: 'Uploads that were not theirs', is_permanent: true, expires_at: null }
  for (const step of ['ban', 'unban', 'ban'])
    await expect(
      step === 'ban'
        ? await request.post(`${ban}/ban`, { headers, data: reason })
        : await request.delete(`${ban}/unban`, { headers }),
    ).toBeOK()
  const style = await request.post('/api/user-styles', {
    headers,
    data: { name: `Style of ${banned.username}`, css_properties: 'font-weight: 700; letter-spacing: 1px' },
  })
  await expect(style).toBeOK()

  await openScreen(page, `/admin/users?q=${banned.username}`, 'User Management')
  await page.getByRole('button', { name: `Actions for ${banned.username}` }).click()
  await page.getByRole('menuitem', { name: /ban/i }).click()
  await expect(page.getByRole('dialog').getByText('Ban History')).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('checkbox', { name: `Select ${banned.username}` }).check()
  await page.getByRole('button', { name: 'Suspend…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)

  await page.goto('/admin/user-styles')
  await page.getByRole('button', { name: `Preview Style of ${banned.username}` }).click()
  await expect(page.getByRole('dialog')).toContainText('Preview')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)
})
