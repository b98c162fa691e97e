import { expect, type Page } from '@playwright/test'

import { expectFocusNotLost } from './browser.ts'
import { test } from './journey.ts'
import { freshName, letInto, register, registerAdministrator, signInPage } from './people.ts'

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test('of several who are suspended at once each counts, and who may not be acted over is told as failed', async ({
  page,
  request,
}) => {
  const crowd = freshName('crowd').replaceAll('-', '')
  for (const role of [crowd, crowd]) await register(request, role)
  const equal = await register(request, crowd)
  await letInto(request, equal, 'administrator')
  await signInPage(page, await registerAdministrator(request))
  await page.goto(`/admin/users?q=${crowd}`)
  await expect(page.getByRole('row').filter({ hasText: crowd })).toHaveCount(3)

  await page.getByRole('checkbox', { name: 'Select all users on this page' }).check()
  const bulk = page.getByRole('region', { name: 'Selected users' })
  await expect(bulk).toContainText('3 users selected')
  await bulk.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()

  await expect(toast(page, '2 users suspended, 1 failed')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: crowd }).getByText('Suspended')).toHaveCount(2)
  await expect(bulk).toContainText('3 users selected')
})

test('the activity log is saved as a file of what the filters leave', async ({ page, request }) => {
  const member = await register(request, 'logged')
  await signInPage(page, await registerAdministrator(request))
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

test('a member is taken out of a group by two clicks, and the group counts one less', async ({
  page,
  request,
}) => {
  const member = await register(request, 'leaving')
  await letInto(request, member, 'verified')
  await signInPage(page, await registerAdministrator(request))
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
