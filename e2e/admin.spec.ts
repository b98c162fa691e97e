import { expect, type Page } from '@playwright/test'

import { recordPageErrors } from './axe.ts'
import { expectFocusNotLost, recordRequests } from './browser.ts'
import { test } from './fixtures.ts'
import {
  bearer,
  uniqueName,
  registerUser,
  registerAdministrator,
  registerModerator,
  signInPage,
} from './users.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test('visitors and members cannot open the back office, and a visitor loads none of its code', async ({
  page,
}) => {
  const calls = recordRequests(page)
  const scripts: string[] = []
  page.on('request', (call) => scripts.push(call.url()))
  const response = await page.goto('/admin/users')
  expect(await response?.text()).toContain('name="robots" content="noindex"')
  await expect(title(page, 'Access Denied')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(scripts.filter((url) => /AdminLayout|UsersPage/.test(url))).toEqual([])
  expect(calls.filter((call) => call.includes('/admin/users') && call.includes('/api/'))).toEqual([])

  await signInPage(page, await registerUser('member'))
  await page.goto('/admin')
  await expect(title(page, 'Access Denied')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
})

test('a screen without its permission is denied, and with the permission to view it nothing can be changed', async ({
  page,
}) => {
  const calls = recordRequests(page)
  await signInPage(page, await registerModerator())
  for (const path of ['groups', 'categories', 'partners', 'user-styles']) {
    await page.goto(`/admin/${path}`)
    await expect(title(page, 'Access Denied')).toBeVisible()
  }
  expect(calls.filter((call) => /api\/(groups$|user-styles)/.test(call))).toEqual([])

  await page.route('**/api/auth/profile', async (route) => {
    const response = await route.fetch()
    const { user } = await response.json()
    const permissions = [...user.permissions, 'admin.categories.view']
    await route.fulfill({ json: { user: { ...user, permissions } } })
  })
  await page.goto('/admin/categories')
  await expect(page.getByRole('button', { name: 'Edit Cars' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete Cars' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add Category' })).toHaveCount(0)
})

test('the back office opens from a public page by its link, and by Back after a reload', async ({ page }) => {
  const errors = recordPageErrors(page)
  await signInPage(page, await registerAdministrator())
  await page.goto('/faq')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const adminLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'ACP' })
  await adminLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Welcome|Dashboard/)
  await expect(page).toHaveURL('/admin')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await page.goBack()
  await expect(page).toHaveURL('/faq')
  await page.reload()
  // The page is hydrated when it shows the menu of the user.
  await expect(adminLink).toBeVisible()
  await page.goForward()
  await expect(sidebar(page).getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
  expect(errors).toEqual([])
})

test('a moderator reaches the permitted entries on any screen by keyboard', async ({ page }) => {
  const errors = recordPageErrors(page)
  await signInPage(page, await registerModerator())
  await page.goto('/admin/activities?type=user')
  await expect(title(page, 'Activities')).toBeVisible()
  await expect(page).toHaveTitle(/^Activities/)
  await expect(sidebar(page).getByRole('link')).toHaveText([
    'Dashboard',
    'Users',
    'Moderation',
    'Scripts',
    'Activities',
  ])

  await sidebar(page).getByRole('link', { name: 'Users' }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'User Management')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Screen or user' }).fill('dash')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Dashboard')).toBeVisible()
  await page.goBack()
  await expect(title(page, 'User Management')).toBeVisible()

  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  expect(errors).toEqual([])
})

test('the period is in the URL; a refresh and a snapshot are confirmed', async ({ page, request }) => {
  const administrator = await registerAdministrator()
  await signInPage(page, administrator)
  await page.goto('/admin')
  await page.getByRole('radio', { name: '7 days', exact: true }).check()
  await expect(page).toHaveURL('/admin?period=7')

  const reported = page.waitForResponse((response) => response.url().endsWith('/api/activities'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await reported).status()).toBe(201)
  await page.getByRole('button', { name: 'Create Snapshot' }).click()
  await expect(toast(page, 'Statistics snapshot created')).toBeVisible()

  const log = await request.get('/api/activities?type=system&limit=100', { headers: bearer(administrator) })
  const { activities }: { activities: { action: string; users: { username: string } | null }[] } =
    await log.json()
  const own = activities.filter(({ users }) => users?.username === administrator.username)
  expect(own.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['Dashboard Refreshed', 'Statistics Snapshot']),
  )
})

test('a user is found, edited with pending group changes, banned and unbanned', async ({ page }) => {
  const member = await registerUser('member')
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(member.username)
  await expect(page).toHaveURL(`/admin/users?q=${member.username}`)
  await page.getByRole('columnheader', { name: 'Scripts' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Scripts' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('columnheader', { name: 'Scripts' }).getByRole('link').click()
  await expect(page).toHaveURL(`/admin/users?q=${member.username}&sort=scripts&order=asc`)

  const actions = page.getByRole('button', { name: `Actions for ${member.username}` })
  await actions.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit User' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await dialog.getByLabel('Phone').fill('call me')
  await dialog.getByRole('checkbox', { name: 'Verified member', exact: true }).check()
  await expect(dialog.getByText('Add Verified member')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Please enter a valid phone number')).toBeVisible()
  await dialog.getByLabel('Phone').fill('+49 30 1234')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    toast(page, `User ${member.username} updated successfully! 1 group assignment(s) changed.`),
  ).toBeVisible()
  // Hidden at this width, as the least important column.
  await expect(page.getByRole('row').filter({ hasText: member.username })).toContainText('+49 30 1234')

  await actions.click()
  await page.getByRole('menuitem', { name: 'Ban User' }).click()
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(dialog.getByText('Please provide a reason for the ban')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Reuploads')
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(page.getByRole('row', { name: member.username }).getByText('Banned')).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Ban User' }).click()
  await dialog.getByRole('button', { name: 'Unban User' }).click()
  await expect(page.getByRole('row', { name: member.username }).getByText('Banned')).toHaveCount(0)
  await expectFocusNotLost(page)
})

test('a group is created and takes two clicks to delete', async ({ page }) => {
  const name = uniqueName('group')
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'Create Group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await expect(dialog.getByText('Name and display name are required').first()).toBeVisible()
  await dialog.getByLabel('Display name').fill(name)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Priority').fill('700')
  await dialog.getByRole('searchbox', { name: 'Search permissions' }).fill('rate')
  await dialog.getByRole('checkbox', { name: 'Rate scripts', exact: true }).check()
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await expect(toast(page, 'Group created successfully!')).toBeVisible()

  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('1 permission')).toBeVisible()
  await card.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await card.getByRole('button', { name: 'Click again to confirm' }).press('Enter')
  await expect(toast(page, 'Group deleted successfully!')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await expectFocusNotLost(page)
})

for (const width of [1440, 390])
  test(`at ${width} px a notification covers no button of a dialog`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signInPage(page, await registerAdministrator())
    await page.goto('/admin/categories')
    await page.getByRole('button', { name: 'Add Category' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(uniqueName('kind'))
    await dialog.getByLabel('Description').fill('Ships and boats.')
    await dialog.getByRole('radio', { name: '#d9534f' }).check()
    await dialog.getByRole('button', { name: 'Add Category' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Category' }).click()

    // A trial click fails if another element would receive it.
    for (const name of ['Close', 'Cancel', 'Add Category'])
      await dialog.getByRole('button', { name }).click({ trial: true })

    await expect(toast(page, 'Category created successfully!')).toBeVisible()
  })

test('categories and partners are added, changed and deleted', async ({ page }) => {
  const name = uniqueName('kind')
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Add Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Description').fill('Ships and boats.')
  await dialog.getByRole('radio', { name: 'Target' }).check()
  await dialog.getByRole('radio', { name: '#d9534f' }).check()
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await expect(toast(page, 'Category created successfully!')).toBeVisible()
  const category = page.getByRole('listitem').filter({ hasText: name })
  await expect(category.getByText('#d9534f')).toBeVisible()
  await category.getByRole('button', { name: `Delete ${name}` }).click()
  await category.getByRole('button', { name: 'Click again to confirm' }).click()
  await expect(toast(page, 'Category deleted successfully!')).toBeVisible()

  await page.goto('/admin/partners')
  await page.getByRole('button', { name: 'Add Partner' }).first().click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Logo URL').fill('harbour')
  await dialog.getByLabel('Website URL').fill('https://127.0.0.1:9/')
  await dialog.getByLabel('Discord URL').fill('https://127.0.0.1:9/discord')
  await dialog.getByRole('button', { name: 'Add Partner' }).click()
  await expect(dialog.getByText('Please enter a valid URL')).toBeVisible()
  await dialog.getByLabel('Logo URL').fill('https://127.0.0.1:9/logo.png')
  await dialog.getByRole('button', { name: 'Add Partner' }).click()
  await expect(toast(page, 'Partner created successfully!')).toBeVisible()
  const partner = page.getByRole('listitem').filter({ hasText: name })
  await partner.getByRole('button', { name: `Delete ${name}` }).click()
  await partner.getByRole('button', { name: 'Click again to confirm' }).click()
  await expect(toast(page, 'Partner deleted successfully!')).toBeVisible()
})

test('a style is created, assigned and removed, each after a confirmation of the browser', async ({
  page,
}) => {
  const name = uniqueName('style')
  const member = await registerUser('member')
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  const administrator = await registerAdministrator()
  // The first option of every style list, which a form must not choose by itself.
  const first = await page.request.post('/api/user-styles', {
    headers: bearer(administrator),
    data: { name: uniqueName('first'), css_properties: 'color: gold', priority: 1_000 },
  })
  expect(first.status()).toBe(201)
  await signInPage(page, administrator)
  await page.goto('/admin/user-styles')
  await page.getByRole('button', { name: 'Create Style' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('CSS properties').fill('background: url(x)')
  await dialog.getByRole('button', { name: 'Create Style' }).click()
  await expect(dialog.getByLabel('CSS properties')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('CSS properties').fill('color: #d9534f; letter-spacing: 1px')
  // Lightened until the contrast is 4.5:1.
  await expect(dialog.getByText('SampleUser').first()).toHaveCSS('color', 'rgb(234, 98, 93)')
  await dialog.getByRole('button', { name: 'Create Style' }).click()
  await expect(toast(page, 'User style created successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'Assign Style' }).click()
  await dialog.getByRole('button', { name: 'Assign Style' }).click()
  await expect(dialog.getByText('Please select a user')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'User' }).fill(member.username)
  await page.getByRole('option', { name: member.username }).click()
  await dialog.getByLabel('Style', { exact: true }).selectOption({ label: name })
  await dialog.getByRole('button', { name: 'Assign Style' }).click()
  await expect(toast(page, 'Style assigned successfully!')).toBeVisible()

  await page.goto(`/admin/user-styles?tab=assignments&q=${member.username}`)
  await page.getByRole('button', { name: `Edit ${name} of ${member.username}` }).click()
  await dialog.getByLabel('Expires').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByLabel('Expires')).toHaveAccessibleDescription(/Expiry must be in the future/)
  await dialog.getByLabel('Expires').fill('2095-01-31')
  await dialog.getByLabel('Active').uncheck()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Style assignment updated successfully!')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: member.username })).toContainText('Inactive')
  await page.getByRole('button', { name: `Edit ${name} of ${member.username}` }).click()
  await expect(dialog.getByLabel('Expires')).toHaveValue('2095-01-31')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Remove ${name} of ${member.username}` }).click()
  await expect(toast(page, 'Style assignment removed successfully!')).toBeVisible()
  await page.goto(`/admin/user-styles?q=${name}`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(toast(page, 'User style deleted successfully!')).toBeVisible()
  expect(questions).toEqual([
    'Are you sure you want to remove this style assignment?',
    'Are you sure you want to delete this user style? This will also remove all assignments.',
  ])
})
