import { expect } from '@playwright/test'

import { test } from './journey.ts'
import { freshName } from './people.ts'

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
