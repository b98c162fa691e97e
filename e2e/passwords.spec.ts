import { expect } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { uniqueName, registerUser, signInPage } from './users.ts'

test('a new email needs the password; a new name alone does not', async ({ page }) => {
  const member = await registerUser('member')
  await signInPage(page, member)
  await page.goto('/profile/settings')
  const main = page.getByRole('main')
  const [email, password] = [
    main.getByLabel('Email'),
    main.getByRole('textbox', { name: 'Current password' }),
  ]
  const save = main.getByRole('button', { name: 'Save Changes' })
  const renamed = uniqueName('renamed')
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
