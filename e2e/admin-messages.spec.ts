import { expect, type Page } from '@playwright/test'

import { category, emptyLog, group, partner, style } from './admin-fixtures.ts'
import { test } from './fixtures.ts'
import { registerAdministrator, signInPage } from './users.ts'

async function enterAsAdministrator(page: Page) {
  const account = await registerAdministrator()
  await signInPage(page, account)
}

/** A response without an error message; the web app does not retry this status. */
const unexplained = { status: 418, body: 'no' }
const failing = { status: 500, body: 'broken' }

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialogOf = (page: Page) => page.getByRole('dialog')

/** GET responds with the list, all other methods fail. */
async function mockLists(page: Page, pattern: string, list: unknown) {
  await page.route(pattern, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: list }) : route.fulfill(failing),
  )
}

test('a screen that cannot be loaded shows its own error message', async ({ page }) => {
  await enterAsAdministrator(page)
  for (const [path, calls, texts] of [
    ['/admin', '**/api/stats/historical?*', ['Error loading dashboard data. Please refresh the page.']],
    ['/admin/users', '**/api/users/admin/users{,?*}', ['Failed to load users']],
    ['/admin/groups', '**/api/groups', ['Error Loading Groups', 'Failed to load groups']],
    ['/admin/partners', '**/api/partners', ['Error Loading Partners', 'HTTP 418']],
    ['/admin/categories', '**/api/categories', ['Failed to load categories']],
    ['/admin/user-styles', '**/with-assignments', ['Failed to fetch user styles']],
    ['/admin/user-styles?tab=assignments', '**/with-assignments', ['Failed to fetch style assignments']],
  ] as const) {
    await page.route(calls, (route) => route.fulfill(unexplained))
    await page.goto(path)
    for (const text of texts) await expect(alert(page, text)).toBeVisible()
    await expect(alert(page, texts[0]).getByRole('button', { name: 'Try Again' })).toBeVisible()
    await page.unroute(calls)
  }

  await page.route('**/api/activities?*', (route) => route.fulfill(unexplained))
  await page.goto('/admin/activities')
  await expect(page.getByRole('heading', { name: 'No Activities Found' })).toBeVisible()
})

test('an empty screen shows its message', async ({ page }) => {
  await enterAsAdministrator(page)
  for (const [path, calls, json, text] of [
    ['/admin/partners', '**/api/partners', [{ ...partner, isPlaceholder: true }], 'No Partners Yet'],
    ['/admin/categories', '**/api/categories', [], 'No Categories Yet'],
    ['/admin/activities', '**/api/activities?*', emptyLog, 'No Activities Found'],
  ] as const) {
    await page.route(calls, (route) => route.fulfill({ json }))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
    await page.unroute(calls)
  }
})

test('partners and categories: an error of a write is shown', async ({ page }) => {
  await enterAsAdministrator(page)
  const dialog = dialogOf(page)
  await mockLists(page, '**/api/partners{,/*}', [partner])
  await page.goto('/admin/partners')
  await press(page, `Edit ${partner.name}`)
  await dialog.getByLabel('Name').fill('Another name')
  await press(page, 'Save Changes')
  await expect(dialog.getByText('Failed to update partner')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/admin/partners')
  await press(page, `Delete ${partner.name}`)
  await press(page, 'Click again to confirm')
  await expect(alert(page, 'Failed to delete partner')).toBeVisible()
  await press(page, 'Add Partner')
  for (const [label, text] of [
    ['Name', 'Harbour'],
    ['Logo URL', 'https://127.0.0.1:9/logo.png'],
    ['Website URL', 'https://127.0.0.1:9/'],
    ['Discord URL', 'https://127.0.0.1:9/chat'],
  ] as const)
    await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: 'Add Partner' }).click()
  await expect(dialog.getByText('Failed to create partner')).toBeVisible()

  await mockLists(page, '**/api/categories{,/*}', [category])
  await page.goto('/admin/categories')
  await press(page, `Delete ${category.name}`)
  await press(page, 'Click again to confirm')
  await expect(alert(page, 'Failed to delete category')).toBeVisible()
  await press(page, `Edit ${category.name}`)
  await expect(dialog.getByRole('group', { name: 'Icon' }).getByRole('radio')).toHaveCount(16)
  await expect(dialog.getByRole('group', { name: 'Color: presets' }).getByRole('radio')).toHaveCount(16)
  await dialog.getByLabel('Name').fill('Ships')
  await expect(dialog.getByRole('region', { name: 'Preview' }).getByText('Ships').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Failed to update category')).toBeVisible()

  await page.goto('/admin/categories')
  await press(page, 'Add Category')
  await expect(dialog.getByRole('radio', { name: 'Folder' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: '#ad9c7e' })).toBeChecked()
})

test('groups and user styles: an error of a write is shown', async ({ page }) => {
  await enterAsAdministrator(page)
  page.on('dialog', (question) => void question.accept())
  const dialog = dialogOf(page)
  await mockLists(page, '**/api/groups{,/*}', [group])
  await page.route('**/api/groups/permissions/available', (route) => route.fulfill(unexplained))
  await page.goto('/admin/groups')
  await expect(page.getByRole('region', { name: 'Groups at a glance' })).toContainText(/1.*12/)
  await press(page, `Delete ${group.display_name}`)
  await press(page, 'Click again to confirm')
  await expect(alert(page, 'Failed to delete group')).toBeVisible()
  await press(page, `Edit ${group.display_name}`)
  await expect(dialog.getByText('Failed to load permissions')).toBeVisible()
  for (const tab of ['System', 'Users', 'Content', 'Advanced'])
    await expect(dialog.getByRole('radio', { name: tab })).toBeAttached()
  await dialog.getByLabel('Priority').fill('701')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Failed to update group')).toBeVisible()

  await mockLists(page, '**/api/user-styles{,/**}', { success: true, data: [style] })
  await page.goto('/admin/user-styles')
  await expect(page.getByRole('listitem').filter({ hasText: style.name })).toContainText(
    /Priority 7.*Active.*Shines\..*color: gold.*3 assigned.*Created 31 Jan 2026/,
  )
  await press(page, `Delete ${style.name}`)
  await expect(alert(page, 'Failed to delete user style')).toBeVisible()
  await press(page, `Edit ${style.name}`)
  await dialog.getByLabel('Priority').fill('9')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Failed to update user style')).toBeVisible()

  await page.goto('/admin/user-styles?tab=assignments')
  await press(page, /^Remove/)
  await expect(alert(page, 'Failed to remove style assignment')).toBeVisible()
  await press(page, 'Assign Style')
  await dialog.getByRole('combobox', { name: 'User' }).fill('no-such-name')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.route('**/api/users/admin/users?*', (route) => route.fulfill(unexplained))
  await dialog.getByRole('combobox', { name: 'User' }).fill('any')
  await expect(page.getByText('Failed to fetch users')).toBeVisible()
})

test('a saved change is confirmed, and a failed creation shows its error', async ({ page }) => {
  await enterAsAdministrator(page)
  const dialog = dialogOf(page)
  for (const [calls, list, reply] of [
    ['partners', [partner], partner],
    ['categories', [category], category],
    ['groups', [group], group],
    ['user-styles', { success: true, data: [style] }, { success: true, data: style }],
  ] as const)
    await page.route(`**/api/${calls}{,/*}`, (route) => {
      const method = route.request().method()
      if (method === 'POST') return route.fulfill(failing)
      return route.fulfill({ json: method === 'GET' ? list : reply })
    })

  for (const [path, edit, field, done] of [
    ['/admin/partners', `Edit ${partner.name}`, 'Description', 'Partner updated successfully!'],
    ['/admin/categories', `Edit ${category.name}`, 'Description', 'Category updated successfully!'],
    ['/admin/groups', `Edit ${group.display_name}`, 'Description', 'Group updated successfully!'],
    ['/admin/user-styles', `Edit ${style.name}`, 'Description', 'User style updated successfully!'],
  ] as const) {
    await page.goto(path)
    await press(page, edit)
    await dialog.getByLabel(field).fill('Other words.')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(done)).toBeVisible()
    await expect(dialog).toBeHidden()
  }

  await press(page, `Preview ${style.name}`)
  await expect(dialog.getByText('SampleUser').first()).toHaveCSS('color', 'rgb(255, 215, 0)')
  await page.keyboard.press('Escape')
  await press(page, 'Create Style')
  await dialog.getByLabel('Name', { exact: true }).fill('Silver')
  await dialog.getByLabel('CSS properties').fill('color: silver')
  await expect(dialog.getByText('SampleUser').first()).toHaveCSS('color', 'rgb(192, 192, 192)')
  await dialog.getByRole('button', { name: 'Create Style' }).click()
  await expect(dialog.getByText('Failed to create user style')).toBeVisible()

  await page.goto('/admin/user-styles')
  await press(page, 'Assign Style')
  const asked = page.waitForRequest('**/api/users/admin/users?*')
  await dialog.getByRole('combobox', { name: 'User' }).fill('owner')
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('10')
  await page
    .getByRole('option', { name: /^owner/ })
    .first()
    .click()
  await dialog.getByLabel('Style', { exact: true }).selectOption({ label: style.name })
  await dialog.getByRole('button', { name: 'Assign Style' }).click()
  await expect(dialog.getByText('Failed to assign style')).toBeVisible()

  await page.goto('/admin/groups')
  await press(page, 'Create Group')
  await dialog.getByLabel('Display name').fill('Curators')
  await dialog.getByLabel('Name', { exact: true }).fill('curators')
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await expect(dialog.getByText('Failed to create group')).toBeVisible()
})
