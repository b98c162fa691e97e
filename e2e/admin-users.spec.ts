import { expect, type Page } from '@playwright/test'

import { changeGroup } from '#test-support/users.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import type { Permission } from '#contract/platform/permissions.ts'

import { user } from './admin-fixtures.ts'
import { appUrl, owner } from './app-url.ts'
import { test } from './fixtures.ts'
import {
  addToGroup,
  bearer,
  registerAdministrator,
  registerModerator,
  registerUploader,
  registerUser,
  signInOwner,
  signInPage,
  submitScript,
  uniqueName,
} from './users.ts'

const usersCall = '**/api/users/admin/users{,?*}'

/** A user in a group of their own with these permissions. */
async function registerWith(...permissions: Permission[]) {
  const site = await signInOwner()
  const name = uniqueName('helpers')
  const body = {
    name,
    display_name: name,
    priority: 40,
    permissions: ['admin.system.access', ...permissions],
  }
  const group = await requireSuccess(appUrl, site, 'POST', '/api/groups', body)
  const helper = await registerUser('helper')
  await changeGroup(appUrl, site, helper, name, 'add')
  const { body: profile } = await requireSuccess(appUrl, helper, 'GET', '/api/auth/profile')
  return { ...helper, user: profile.user, group: group.body }
}

async function openMenu(page: Page, name: string) {
  const button = page.getByRole('button', { name: `Actions for ${name}` })
  await button.click()
  return button
}

test('a suspension and the admin flag are undone for one user, and the focus returns to the row', async ({
  page,
}) => {
  await signInPage(page, await signInOwner())
  const member = await registerUser('member')
  await page.goto(`/admin/users?q=${member.username}`)
  const dialog = page.getByRole('alertdialog')
  for (const [action, done] of [
    ['Suspend', 'suspended'],
    ['End Suspension', 'no longer suspended'],
    ['Promote to admin', 'promoted'],
    ['Remove admin', 'no longer admin'],
  ] as const) {
    const button = await openMenu(page, member.username)
    await page.getByRole('menuitem', { name: action }).click()
    const reason = dialog.getByRole('textbox', { name: 'Reason' })
    if (action === 'Suspend') await reason.fill('Spam in comments.')
    else if (action === 'End Suspension') await reason.fill('It was a mistake.')
    else await expect(reason).toHaveCount(0)
    await dialog.getByRole('button', { name: action }).click()
    await expect(page.getByText(`1 user ${done}`)).toBeVisible()
    await expect(button).toBeFocused()
  }
  const edit = await openMenu(page, member.username)
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  for (const reason of ['Spam in comments.', 'It was a mistake.'])
    await expect(page.getByRole('tabpanel').getByText(reason)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeFocused()

  const button = await openMenu(page, member.username)
  await page.getByRole('menuitem', { name: 'Ban User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(button).toBeFocused()
  await button.click()
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(button).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Screen or user' }).fill('groups')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Group Management' })).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})

const named = (id: number) => ({ ...user, id, username: `Member${id}`, is_admin: false })

test('a selection spans pages, a promotion asks for the count, and who failed is listed with the reason', async ({
  page,
}) => {
  await signInPage(page, await signInOwner())
  await page.route(usersCall, (route) => {
    const search = new URL(route.request().url()).searchParams
    const limit = Number(search.get('limit') ?? 2)
    const wanted = Number(search.get('page') ?? 1)
    const users = [1, 2, 3].map(named).slice((wanted - 1) * limit, wanted * limit)
    const pagination = { page: wanted, limit, total: 3, totalPages: Math.ceil(3 / limit) }
    return route.fulfill({ json: { users, pagination, stats: { total: 3, admins: 0, activeThisWeek: 0 } } })
  })
  await page.route('**/api/users/admin/users/*/admin', (route) =>
    route.request().url().includes('/users/3/')
      ? route.fulfill({ status: 403, json: { error: 'Access Denied', code: 'forbidden' } })
      : route.fulfill({ json: { user } }),
  )
  await page.goto('/admin/users')
  const bulk = page.getByRole('region', { name: 'Selected users' })
  await page.getByRole('checkbox', { name: 'Select Member1' }).check()
  await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: /2/ }).first().click()
  await expect(bulk).toContainText('1 user selected, 1 on other pages')
  await bulk.getByRole('button', { name: 'Select all 3 matching' }).click()
  await expect(bulk).toContainText('3 users selected, 2 on other pages')

  await bulk.getByRole('button', { name: 'Promote to admin' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Member1, Member2, Member3')
  const promote = dialog.getByRole('button', { name: 'Promote to admin' })
  await expect(promote).toBeDisabled()
  await dialog.getByLabel('Type 3 to promote these users').fill('3')
  await promote.click()
  await expect(dialog.getByRole('heading')).toHaveText('2 users promoted, 1 failed')
  await expect(dialog.getByRole('list', { name: 'Failed' })).toHaveText('Member3: Access Denied')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(bulk).toContainText('1 user selected')

  const sent: unknown[] = []
  await page.route('**/api/users/admin/users/*/suspend', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { user } })
  })
  await bulk.getByRole('button', { name: 'Select all 3 matching' }).click()
  await expect(bulk).toContainText('3 users selected')
  await bulk.getByRole('button', { name: 'End Suspension' }).click()
  await dialog.getByRole('button', { name: 'End Suspension' }).click()
  await expect(page.getByText('3 users no longer suspended')).toBeVisible()
  expect(sent).toEqual([{ suspended: false }, { suspended: false }, { suspended: false }])
})

test('a table row has one line of 44 px from 900 px up, with a sticky head, and returns to newest first', async ({
  page,
}) => {
  await signInPage(page, await signInOwner())
  const users = Array.from({ length: 25 }, (_, id) => ({ ...user, id, username: `Member${id}` }))
  const pagination = { page: 1, limit: 25, total: 25, totalPages: 1 }
  await page.route(usersCall, (route) =>
    route.fulfill({ json: { users, pagination, stats: { total: 25, admins: 0, activeThisWeek: 0 } } }),
  )
  await page.goto('/admin/users?sort=scripts')
  await page.getByRole('link', { name: 'Registration' }).click()
  await expect(page).toHaveURL('/admin/users')
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 })
    const row = page.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
    await expect(page.getByRole('columnheader', { name: 'User', exact: true })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Security' })).toBeVisible({ visible: width > 1000 })
    await page.mouse.wheel(0, 2000)
    await expect(page.getByRole('columnheader', { name: 'User', exact: true })).toBeInViewport()
    await page.mouse.wheel(0, -4000)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
  }
})

test('each permission to edit opens Edit User, and what authority forbids is disabled', async ({
  page,
  browser,
}) => {
  const helper = await registerWith('admin.users.view', 'admin.users.list', 'admin.users.edit.groups')
  const member = await registerUser('member')
  await addToGroup(member, 'verified')
  await signInPage(page, helper)
  // Without the dashboard the first screen is that of the users.
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/users')
  await page.goto(`/admin/users?user=${member.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: /^Verified/ })).toBeChecked()
  await expect(dialog.getByText('Failed to load groups data')).toHaveCount(0)

  const noteTaker = await registerWith('admin.users.view', 'admin.users.list', 'admin.users.edit.notes')
  const other = await (await browser.newContext()).newPage()
  await signInPage(other, noteTaker)
  await other.goto(`/admin/users?q=${member.username}`)
  await openMenu(other, member.username)
  await other.getByRole('menuitem', { name: 'Edit User' }).click()
  const fields = other.getByRole('dialog').getByRole('form', { name: 'User' })
  await expect(fields.getByText('You cannot edit what is shown as plain text.')).toHaveCount(1)
  await expect(fields.getByLabel('Username').locator('..')).toHaveCSS('border-color', 'rgba(0, 0, 0, 0)')
  await expect(fields.getByRole('definition')).toHaveText(['Active', 'Off', 'Off'])
  await expect(fields.getByRole('checkbox').or(fields.getByRole('radio'))).toHaveCount(0)
  await other.getByRole('dialog').getByLabel('Notes').fill('Asked for help.')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByText(`User ${member.username} updated successfully!`)).toBeVisible()
  await other.context().close()

  const moderator = await registerModerator()
  const third = await (await browser.newContext()).newPage()
  await signInPage(third, moderator)
  for (const name of [owner.username, moderator.username]) {
    await third.goto(`/admin/users?q=${name}`)
    await openMenu(third, name)
    await expect(third.getByRole('menuitem', { name: 'Ban User' })).toBeDisabled()
  }
  const row = third.getByRole('row').filter({ hasText: moderator.username })
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()
  await third.context().close()
})

test('Edit User and the script page show the history of the user and of the script', async ({
  page,
  browser,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  const admin = await registerAdministrator()
  const edited = await request.put(`/api/users/admin/users/${author.id}`, {
    headers: bearer(admin),
    data: { email_verified: true },
  })
  expect(edited.status()).toBe(200)
  await signInPage(page, admin)
  await page.goto(`/admin/users?user=${author.id}`)
  const dialog = page.getByRole('dialog')
  const phone = dialog.getByRole('textbox', { name: 'Phone' })
  await phone.fill('+1 111')
  const historyTab = dialog.getByRole('tab', { name: 'History' })
  const tabPlace = await historyTab.boundingBox()
  await historyTab.click()
  const latest = dialog.getByRole('listitem').first()
  await expect(latest).toContainText(/User Updated\s*by admin/)
  await expect(latest).toContainText(/Email verified\s*Off → On/)
  await expect(phone).toBeHidden()
  expect(await historyTab.boundingBox()).toEqual(tabPlace)
  await page.keyboard.press('ArrowLeft')
  await expect(phone).toHaveValue('+1 111')
  await phone.fill('')
  await dialog.getByRole('tab', { name: 'History' }).click()
  await dialog.getByRole('link', { name: 'Show in the activity log' }).click()
  await expect(page).toHaveURL(`/admin/activities?target_type=user&target_id=${author.id}`)
  await expect(page.getByRole('button', { name: `User #${author.id}` })).toBeVisible()

  await page.goto(`/scripts/${script.id}`)
  const pages = page.getByRole('navigation', { name: 'Pages of the script' })
  await pages.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/history`)
  await expect(pages.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(pages.getByRole('link', { name: 'History' })).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByRole('main').getByRole('listitem').last()).toContainText(
    `Script Createdby ${author.username}`,
  )
  await page.getByRole('link', { name: 'Show in the activity log' }).click()
  await expect(page).toHaveURL(`/admin/activities?target_type=script&target_id=${script.id}`)

  // The log is enough: its readers need not be moderators.
  const other = await (await browser.newContext()).newPage()
  await other.goto(`/scripts/${script.id}/history`)
  await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'History' })).toHaveCount(0)
  await signInPage(other, await registerWith('admin.activities.view'))
  await other.goto(`/scripts/${script.id}`)
  await expect(other.getByRole('region', { name: 'Script management' })).toHaveCount(0)
  await other.getByRole('link', { name: 'History' }).click()
  await expect(other.getByRole('main')).toContainText(`Script Createdby ${author.username}`)
  await other.context().close()
})

test('a new group is proposed below all others, and stronger groups cannot be edited', async ({ page }) => {
  const helper = await registerWith('admin.groups.view', 'admin.groups.manage', 'admin.users.edit.groups')
  await signInPage(page, helper)
  await page.goto('/admin/groups')
  for (const name of ['Edit Owner', 'Delete Owner', `Edit ${helper.group.display_name}`])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Members of Owner' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Cannot assign - group has higher authority than yours')).toBeVisible()
  await expect(dialog.getByRole('form', { name: 'New member' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Create Group' }).click()
  const priority = dialog.getByLabel('Priority')
  await expect(priority).toHaveValue(/^\d{4}$/)
  await priority.fill('900')
  await expect(dialog.getByText(/Its members outrank .*Member/)).toBeVisible()
  await priority.fill('high')
  await dialog.getByLabel('Display name').fill('Curators')
  await dialog.getByLabel('Name', { exact: true }).fill(uniqueName('curators'))
  await dialog.getByRole('button', { name: 'Create Group' }).click()
  await expect(dialog.getByText('Priority must be a whole number from 0 to 9999')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: `Members of ${helper.group.display_name}` }).click()
  await expect(dialog.getByText('You can’t undo this')).toBeVisible()
})

test('a rejected member add keeps the user and the date', async ({ page }) => {
  const member = await registerUser('member')
  await signInPage(page, await signInOwner())
  await page.route('**/api/groups/*/assign', (route) =>
    route.fulfill({ status: 403, json: { error: 'Access Denied', code: 'forbidden' } }),
  )
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'Members of Verified' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'User' })
  await field.fill(member.username)
  await page.getByRole('option', { name: member.username }).click()
  await dialog.getByLabel('Until').fill('2030-01-31')
  await dialog.getByRole('button', { name: 'Add Member' }).click()
  await expect(dialog.getByText('Access Denied')).toBeVisible()
  await expect(field).toHaveValue(member.username)
  await expect(dialog.getByLabel('Until')).toHaveValue('2030-01-31')
})
