import { expect } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { test } from './journey.ts'
import { freshName, register, signInPage } from './people.ts'

test('a password that everybody tries first is told beside its field, and another one is taken', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  const name = freshName('newcomer')
  const password = dialog.getByLabel('Password', { exact: true })
  const choose = async (chosen: string) => {
    await password.fill(chosen)
    await dialog.getByLabel('Confirm password').fill(chosen)
    await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()
  }
  await dialog.getByLabel('Username').fill(name)
  await dialog.getByLabel('Email').fill(`${name}@example.com`)

  await choose('Password123')
  await expect(password).toHaveAccessibleDescription(/^Many people use this password, so it is tried first/)
  await expect(password).toBeFocused()
  await choose(`${name}-2026`)
  await expect(password).toHaveAccessibleDescription(
    /^Please choose a password that is not made of your username/,
  )
  await choose('four harmless garage doors')

  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible()
})

test('a new email address is asked for with the password; a new name alone is not', async ({
  page,
  request,
}) => {
  const member = await register(request, 'member')
  await signInPage(page, member)
  await page.goto('/profile/settings')
  const main = page.getByRole('main')
  const [email, password] = [
    main.getByLabel('Email'),
    main.getByRole('textbox', { name: 'Current password' }),
  ]
  const save = main.getByRole('button', { name: 'Save Changes' })
  const renamed = freshName('renamed')
  await main.getByLabel('Username').fill(renamed)
  await expect(password).toBeHidden()

  await email.fill(`${renamed}@example.com`)
  await save.click()
  await expect(password).toHaveAccessibleDescription(/^Current password is required/)
  await expect(password).toBeFocused()
  await expectNoViolations(page)
  await password.fill('a wrong password')
  await save.click()
  await expect(password).toHaveAccessibleDescription(/^Current password is incorrect/)
  await expect(email).toHaveValue(`${renamed}@example.com`)
  await password.fill(member.password)
  await save.click()

  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(password).toBeHidden()
  await expect(email).toHaveAccessibleDescription(/^Not confirmed yet/)
})
