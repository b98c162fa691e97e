import { expect } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { bearer, addToGroup, registerUser, registerAdministrator, signInPage } from './users.ts'

test('an administrator signs a member out everywhere; it is disabled for an equal rank, and an error is shown', async ({
  page,
  request,
}) => {
  const administrator = await registerAdministrator()
  const member = await registerUser('member')
  const profileOf = () => request.get('/api/auth/profile', { headers: bearer(member) })
  await signInPage(page, administrator)
  await page.goto(`/admin/users?user=${member.id}`)
  const button = page.getByRole('dialog').getByRole('button', { name: 'Sign Out Everywhere' })
  const question = page.getByRole('alertdialog', { name: `Sign out ${member.username} everywhere?` })
  await button.click()
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect((await profileOf()).status()).toBe(200)

  await button.click()
  await page.route('**/sessions', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await question.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expect(question).toContainText('The user could not be signed out. Please try again.')
  await question.getByRole('button', { name: 'Sign Out Everywhere' }).click()

  await expect(page.getByText(`${member.username} was signed out everywhere`)).toBeVisible()
  await expect(question).toBeHidden()
  expect((await profileOf()).status()).toBe(401)
  await addToGroup(member, 'administrator')
  await page.reload()
  await expect(button).toBeDisabled()
})
