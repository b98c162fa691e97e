import { expect } from '@playwright/test'

import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import { uniqueName, addToGroup, registerUser, registerAdministrator, signInPage } from './users.ts'

test('a bulk suspension counts each user, and reports a user with an equal rank as failed', async ({
  page,
}) => {
  const crowd = uniqueName('crowd').replaceAll('-', '')
  for (const role of [crowd, crowd]) await registerUser(role)
  const equal = await registerUser(crowd)
  await addToGroup(equal, 'administrator')
  await signInPage(page, await registerAdministrator())
  await page.goto(`/admin/users?q=${crowd}`)
  await expect(page.getByRole('row').filter({ hasText: crowd })).toHaveCount(3)

  await page.getByRole('checkbox', { name: 'Select all users on this page' }).check()
  const bulk = page.getByRole('region', { name: 'Selected users' })
  await expect(bulk).toContainText('3 users selected')
  await bulk.getByRole('button', { name: 'Suspend…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('Looks like one user')
  await dialog.getByRole('button', { name: 'Suspend 3 users' }).click()

  await expect(dialog).toContainText('2 users suspended, 1 failed')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row').filter({ hasText: crowd }).getByText('Suspended')).toHaveCount(2)
  await expect(bulk).toContainText('1 user selected')
})

test('the activity log is exported with its filters', async ({ page }) => {
  const member = await registerUser('logged')
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/activities?type=user')
  await expect(page.getByRole('main').getByText(`${member.username} registered`)).toBeVisible()
  const saved = page.waitForEvent('download')

  await page.getByRole('button', { name: 'Export CSV' }).click()

  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^activities-\d{4}-\d\d-\d\d\.csv$/)
  const text = (await (await file.createReadStream()).toArray()).join('')
  expect(text).toContain(`${member.username} registered`)
  const types = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',')[2])
  expect(new Set(types)).toEqual(new Set(['type', 'user']))
})

test('a member is removed from a group by two clicks, and the member count decreases by one', async ({
  page,
  request,
}) => {
  const member = await registerUser('leaving')
  await addToGroup(member, 'verified')
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: /Members of Verified/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Members of Verified' })
  const row = dialog.getByRole('listitem').filter({ hasText: member.username })
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: `Remove ${member.username}` }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Click again to confirm' }).click()

  await expect(row).toHaveCount(0)
  await expectFocusNotLost(page)
  const groups = await request.get(`/api/users/profile/${member.username}`)
  expect((await groups.json()).group.display_name).toBe('Member')
})
