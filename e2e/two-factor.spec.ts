import { expect, type Page } from '@playwright/test'
import { TOTP, URI } from 'otpauth'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import {
  requireTwoFactor,
  bearer,
  registerUser,
  registerAdministrator,
  signInPage,
  type RegisteredUser,
} from './users.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page) => main(page).getByRole('region', { name: 'Two-factor authentication' })
const code = (page: Page) => dialog(page).getByLabel('Code', { exact: true })
const password = (page: Page) => dialog(page).getByLabel('Password', { exact: true })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const recoveryCodes = (page: Page) => dialog(page).getByRole('list', { name: 'Recovery codes' })

/** The code of an authenticator app, `steps` ahead of now, because each code is valid once. */
async function scan(page: Page, within = dialog(page)): Promise<(steps?: number) => string> {
  await expect(within.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const uri = await within.getByRole('link', { name: 'Open your app' }).getAttribute('href')
  const app = URI.parse(uri ?? '')
  if (!(app instanceof TOTP)) throw new Error(`Not a TOTP URI: ${uri}`)
  await expect(within.getByLabel('Setup key')).toHaveText(app.secret.base32.replaceAll(/.{4}(?=.)/g, '$& '))
  return (steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 })
}

async function enterPassword(page: Page, account: RegisteredUser): Promise<void> {
  await page.goto('/profile/settings?tab=account')
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await dialog(page).getByLabel('Email').fill(account.email)
  await password(page).fill(account.password)
  await press(page, 'Sign In')
}

/** The sign-in dialog shows its success for a second. */
async function expectEntered(page: Page): Promise<void> {
  await expect(page.getByText('Logged in successfully!')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

async function signOut(page: Page, { username }: RegisteredUser): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: `Account of ${username}` })
    .click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(main(page).getByRole('button', { name: 'Sign In' })).toBeVisible()
}

test('two-factor is set up, required at sign-in, passed with a recovery code and turned off', async ({
  page,
}) => {
  const errors = recordPageErrors(page)
  const member = await registerUser('careful')
  await enterPassword(page, member)
  await expectEntered(page)
  await expect(card(page)).toContainText('Off')

  // By keyboard alone: open, password, code.
  await card(page).getByRole('button', { name: 'Set Up' }).press('Enter')
  await expect(password(page)).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(password(page)).toHaveAccessibleDescription(/Password is incorrect/)
  await password(page).fill(member.password)
  await page.keyboard.press('Enter')
  const codeOf = await scan(page)
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
  await expectNoViolations(page, [1440, 390])
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(/This code is not right/)
  const used = codeOf()
  await code(page).fill(used.replace(/^.../, '$& '))
  await page.keyboard.press('Enter')

  const shown = recoveryCodes(page).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const spare = await shown.allTextContents()
  await expectFocusNotLost(page)
  await expectNoViolations(page, [768])
  const saved = page.waitForEvent('download')
  await press(page, 'Download')
  const file = await (await saved).createReadStream()
  const text = (await file.toArray()).join('')
  for (const one of spare) expect(text).toContain(one)
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeDisabled()
  await dialog(page).getByLabel('I have saved my recovery codes').check()
  await press(page, 'Done')
  await expect(card(page)).toContainText('10 recovery codes left')
  await expectFocusNotLost(page)
  await expectNoViolations(page, [390])

  await signOut(page, member)
  await enterPassword(page, member)
  await expect(code(page)).toBeFocused()
  await expect(dialog(page)).toHaveAccessibleName('Enter Your Code')
  await expectNoViolations(page, [1440, 390])
  await code(page).fill(used)
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(/This code (has been used|is not right)/)
  await code(page).fill(codeOf(1))
  await page.keyboard.press('Enter')
  await expectEntered(page)
  await expect(card(page)).toContainText('10 recovery codes left')
  await expectFocusNotLost(page)

  await signOut(page, member)
  await enterPassword(page, member)
  await press(page, 'Back to sign in')
  await password(page).fill(member.password)
  await press(page, 'Sign In')
  await press(page, 'Use a recovery code')
  await expect(dialog(page).getByLabel('Recovery code')).toBeFocused()
  await dialog(page)
    .getByLabel('Recovery code')
    .fill(spare[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expectEntered(page)
  await expect(card(page)).toContainText('9 recovery codes left')

  await card(page).getByRole('button', { name: 'Turn Off' }).click()
  await password(page).fill(member.password)
  await press(page, 'Use a recovery code')
  await dialog(page)
    .getByLabel('Recovery code')
    .fill(spare[1] ?? '')
  await press(page, 'Turn Off')
  await expect(card(page).getByRole('button', { name: 'Set Up' })).toBeVisible()
  await expectFocusNotLost(page)
  await signOut(page, member)
  await enterPassword(page, member)
  await expect(card(page)).toContainText('Off')
  expect(errors).toEqual([])
})

test('a user of whom an administrator requires it sets it up at sign-in; a challenge that is too old starts again', async ({
  page,
  request,
}) => {
  const member = await registerUser('asked')
  await requireTwoFactor(member)
  await enterPassword(page, member)
  await expect(dialog(page)).toHaveAccessibleName('Set Up Two-Factor')
  const codeOf = await scan(page)
  await expectNoViolations(page, [390])
  await code(page).fill(codeOf())
  await press(page, 'Turn On')
  await expect(recoveryCodes(page).getByRole('listitem')).toHaveCount(10)
  await dialog(page).getByLabel('I have saved my recovery codes').check()
  await press(page, 'Done')
  await expect(card(page)).toContainText('10 recovery codes left')
  const token = (await page.evaluate(() => localStorage.getItem('auth_token'))) ?? ''

  await signOutElsewhere(page)
  await enterPassword(page, member)
  await expect(code(page)).toBeFocused()
  const change = { currentPassword: member.password, newPassword: 'another good password' }
  const response = await request.put('/api/users/me/password', { headers: bearer({ token }), data: change })
  expect(response.ok()).toBe(true)
  await code(page).fill(codeOf(1))
  await press(page, 'Sign In')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This sign-in has expired. Please enter your password again.',
  )
  await expect(dialog(page)).toHaveAccessibleName('Sign In')
})

test('on the page of Sign In it is set up in the page, which shows the recovery codes until Done', async ({
  page,
}) => {
  const member = await registerUser('asked')
  await requireTwoFactor(member)
  const within = main(page)
  const pressed = (name: string) => within.getByRole('button', { name, exact: true }).click()
  await page.goto('/sign-in')
  await within.getByLabel('Email').fill(member.email)
  await within.getByLabel('Password', { exact: true }).fill(member.password)
  await pressed('Sign In')
  await expect(within.getByRole('heading', { level: 1, name: 'Set Up Two-Factor' })).toBeVisible()
  const codeOf = await scan(page, within)
  await expectNoViolations(page, [390])
  await within.getByLabel('Code', { exact: true }).fill(codeOf())
  await pressed('Turn On')

  await expect(within.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await within.getByLabel('I have saved my recovery codes').check()
  await pressed('Done')
  await expect(within.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
})

test('the back office offers it to users without it, until they dismiss it', async ({ page }) => {
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin')
  const offer = page.getByRole('complementary', { name: 'Protect your account' })
  await expect(offer.getByRole('link', { name: 'Set up two-factor authentication' })).toHaveAttribute(
    'href',
    '/profile/settings?tab=account',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expectNoViolations(page, [768])

  await offer.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer).toHaveCount(0)
  await expectFocusNotLost(page)
  await page.reload()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.goto('/profile/settings?tab=account')
  await expect(card(page).getByRole('note')).toContainText('Your account can change this site')
})

/** Clears the storage as if this were another browser; the session stays valid. */
async function signOutElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
}
