import { expect } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript } from './users.ts'

test('an owner invites a maintainer, who accepts and is shown on the page of the script', async ({
  page,
  browser,
}) => {
  const owner = await registerUploader()
  const script = await submitScript(owner)
  const member = await registerUser('helper')
  await signInPage(page, owner)

  await page.goto(`/scripts/${script.id}`)
  await page.getByRole('region', { name: 'Script management' }).getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Username' }).fill(owner.username)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('You own this script already')).toBeVisible()
  await page.getByRole('textbox', { name: 'Username' }).fill(member.username)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Maintainer')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(member.username)
  await expectNoViolations(page)

  const other = await (await browser.newContext()).newPage()
  await signInPage(other, member)
  await other.goto('/notifications')
  await other.getByRole('link', { name: 'See it' }).click()
  await expect(other.getByText(`${owner.username} invited you as a maintainer.`)).toBeVisible()
  await expectNoViolations(other)
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('heading', { name: 'No open invitations' })).toBeVisible()

  await other.goto(`/scripts/${script.id}`)
  await expect(other.getByRole('list', { name: 'Co-authors' })).toContainText(member.username)
  await expect(other.getByText('You maintain this script')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await page.reload()
  await page.getByRole('button', { name: `Remove ${member.username}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('list', { name: 'Members' })).not.toContainText(member.username)
  await other.context().close()
})

test('a script is transferred to the user who accepts the offer', async ({ page, browser }) => {
  const owner = await registerUploader()
  const script = await submitScript(owner)
  const heir = await registerUser('heir')
  await signInPage(page, owner)
  await page.goto(`/scripts/${script.id}/members`)

  await page.getByRole('textbox', { name: 'New owner' }).fill(heir.username)
  await page.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Offer the script' }).click()
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText('Transfer')

  const other = await (await browser.newContext()).newPage()
  await signInPage(other, heir)
  await other.goto('/invitations')
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('heading', { name: 'No open invitations' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(new RegExp(`/user/${owner.username}$`))
  await other.goto(`/scripts/${script.id}/members`)
  await expect(other.getByRole('list', { name: 'Members' })).toContainText('Owner')
  await other.context().close()
})
