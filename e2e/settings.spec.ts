import { expect, type Page } from '@playwright/test'

import { screenshot } from './author-files.ts'
import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost, recordRequests } from './browser.ts'
import { test } from './fixtures.ts'
import {
  bearer,
  uniqueName,
  registerUploader,
  registerUser,
  signInPage,
  type RegisteredUser,
} from './users.ts'

const main = (page: Page) => page.getByRole('main')
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' })
const username = (page: Page) => main(page).getByLabel('Username')
const email = (page: Page) => main(page).getByLabel('Email')
const save = (page: Page) => main(page).getByRole('button', { name: 'Save Changes' })
const avatarField = (page: Page) => main(page).locator('input[type="file"]')
const accountButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account of ${name}` })

async function openSettings(page: Page, account: RegisteredUser, tab?: 'password') {
  await signInPage(page, account)
  await page.goto(`/profile/settings${tab ? `?tab=${tab}` : ''}`)
}

test('a visitor sees a sign-in instead of the settings, and the settings after it', async ({ page }) => {
  const member = await registerUser('member')
  await page.goto('/profile/settings')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await main(page).getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()

  await expect(username(page)).toHaveValue(member.username)
  await expectFocusNotLost(page)
})

test('the tab is in the URL; the input of another tab stays', async ({ page }) => {
  const errors = recordPageErrors(page)
  const member = await registerUploader()
  await openSettings(page, member, 'password')
  await expect(tabs(page).locator('[aria-current]')).toHaveText('Password')
  await page.getByLabel('Current password').fill('half a pass')

  await tabs(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile/settings')
  await expect(username(page)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'How others see you' })).toContainText(
    'Verified member',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goBack()
  await expect(page).toHaveURL('/profile/settings?tab=password')
  await expect(page.getByLabel('Current password')).toHaveValue('half a pass')
  await expectNoViolations(page)
  expect(errors).toEqual([])
})

test('an invalid profile shows errors beside its fields and is not sent; editing a field removes its error', async ({
  page,
}) => {
  const calls = recordRequests(page)
  await openSettings(page, await registerUser('member'))
  await username(page).fill('')
  await email(page).fill('')
  await save(page).click()
  await expect(username(page)).toHaveAccessibleDescription(/^Username is required/)
  await expect(email(page)).toHaveAccessibleDescription(/^Email is required/)
  await expect(username(page)).toBeFocused()

  await username(page).fill('ab')
  await expect(username(page)).not.toHaveAccessibleDescription(/required/)
  await expect(email(page)).toHaveAccessibleDescription(/^Email is required/)
  await email(page).fill('a@b')
  await save(page).click()
  await expect(username(page)).toHaveAccessibleDescription(/^Username must be at least 3 characters/)
  await expect(email(page)).toHaveAccessibleDescription(/^Email is invalid/)
  expect(calls).not.toContain('PUT /api/users/me')
  await expectNoViolations(page, [1440, 390])
})

test('without a change nothing is sent, and the message disappears after five seconds', async ({ page }) => {
  const calls = recordRequests(page)
  const member = await registerUser('member')
  await page.clock.install()
  await openSettings(page, member)
  await username(page).fill(`  ${member.username} `)
  // From here on the test controls the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await save(page).click()
  const message = page.getByText('No changes detected')
  await expect(message).toBeVisible()

  await page.clock.runFor(4500)
  await expect(message).toBeVisible()
  await page.clock.runFor(1000)
  await expect(message).toBeHidden()
  expect(calls).not.toContain('PUT /api/users/me')
})

test('only what changed is sent, and the header and the public profile show it at once', async ({ page }) => {
  const member = await registerUser('member')
  const renamed = uniqueName('renamed')
  await openSettings(page, member)
  const sent = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/api/users/me'))
  await username(page).fill(renamed)
  await username(page).press('Enter')

  const body = (await sent).postData() ?? ''
  expect(body).toContain('name="username"')
  expect(body).not.toContain('name="email"')
  expect(body).not.toContain('name="avatar"')
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(accountButton(page, renamed)).toBeVisible()
  await expectFocusNotLost(page)
  await main(page).getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(renamed)
  await page.reload()
  await expect(accountButton(page, renamed)).toBeVisible()
})

test('a name or email that is taken shows an error beside its field and keeps the input', async ({
  page,
}) => {
  const other = await registerUser('other')
  const member = await registerUser('member')
  await openSettings(page, member)
  await username(page).fill(other.username.toUpperCase())
  await email(page).fill(other.email)
  await main(page).getByRole('textbox', { name: 'Current password' }).fill(member.password)
  await save(page).click()

  await expect(username(page)).toHaveAccessibleDescription(/^Username is already taken/)
  await expect(email(page)).toHaveAccessibleDescription(/^Email is already registered/)
  await expect(username(page)).toBeFocused()
  await expect(username(page)).toHaveValue(other.username.toUpperCase())
})

test('a server error and an unreachable server show the messages of the specification', async ({ page }) => {
  const member = await registerUser('member')
  await openSettings(page, member)
  await username(page).fill(uniqueName('renamed'))
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 502, body: 'Bad Gateway' })
      : route.continue(),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to update profile')

  await page.unroute('**/api/users/me')
  await page.route('**/api/users/me', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred while updating profile')
  await expect(accountButton(page, member.username)).toBeVisible()

  await tabs(page).getByRole('link', { name: 'Password' }).click()
  await fillPasswords(page, member.password, 'another password')
  await page.route('**/api/users/me/password', (route) => route.abort())
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred while changing password')
})

test('an invalid avatar is rejected at once; a valid one is previewed, removed, and saved', async ({
  page,
  request,
}) => {
  const member = await registerUser('member')
  await openSettings(page, member)
  await avatarField(page).setInputFiles({
    name: 'me.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await expect(avatarField(page)).toHaveAccessibleDescription(/^Avatar must be JPEG, PNG, GIF, or WebP/)
  const large = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024) }
  await avatarField(page).setInputFiles(large)
  await expect(avatarField(page)).toHaveAccessibleDescription(/^Avatar image must be less than 10MB/)

  await avatarField(page).setInputFiles(await screenshot('me.png'))
  await expect(avatarField(page)).not.toHaveAccessibleDescription(/must be/)
  await expect(main(page).getByRole('img', { name: 'Preview: Avatar' })).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Remove choice' }).click()
  await expect(main(page).getByText('me.png')).toHaveCount(0)
  await expect(avatarField(page)).toBeFocused()

  await avatarField(page).setInputFiles(await screenshot('me.png'))
  await expectNoViolations(page, [1440, 390])
  await save(page).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  const image = accountButton(page, member.username).locator('img')
  await expect(image).toHaveAttribute('src', /^\/files\/avatars\//)
  const src = (await image.getAttribute('src')) ?? ''
  expect((await request.get(src)).headers()['content-type']).toBe('image/webp')
})

test('a file that only claims to be an image is rejected by the server, with an error beside the field', async ({
  page,
}) => {
  await openSettings(page, await registerUser('member'))
  await avatarField(page).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not an image'),
  })
  await save(page).click()
  await expect(avatarField(page)).toHaveAccessibleDescription(/^Avatar must be JPEG, PNG, GIF, or WebP/)
})

test('an invalid password change shows errors beside its fields', async ({ page }) => {
  const calls = recordRequests(page)
  const member = await registerUser('member')
  await openSettings(page, member, 'password')
  const change = page.getByRole('button', { name: 'Change Password' })
  const fields = passwordFields(page)

  await change.click()
  await expect(fields.current).toHaveAccessibleDescription(/^Current password is required/)
  await expect(fields.chosen).toHaveAccessibleDescription(/^New password is required/)
  await expect(fields.current).toBeFocused()
  await fillPasswords(page, 'a wrong password', '12345')
  await fields.confirmation.fill('123456')
  await change.click()
  await expect(fields.chosen).toHaveAccessibleDescription(/^New password must be at least 6 characters/)
  await expect(fields.confirmation).toHaveAccessibleDescription(/^Passwords do not match/)
  expect(calls).not.toContain('PUT /api/users/me/password')

  await fillPasswords(page, 'a wrong password', 'four harmless garage doors')
  await expect(main(page).getByText('Strong')).toBeVisible()
  await change.click()
  await expect(fields.current).toHaveAccessibleDescription(/^Current password is incorrect/)
  await expect(fields.current).toBeFocused()
  await expect(fields.chosen).toHaveValue('four harmless garage doors')
})

test('a new password clears the form, ends other sessions and keeps this one', async ({ page, request }) => {
  const member = await registerUser('member')
  const data = { email: member.email, password: member.password }
  const elsewhere = await (await request.post('/api/auth/login', { data })).json()
  await openSettings(page, member, 'password')
  await fillPasswords(page, member.password, 'four harmless garage doors')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  for (const field of Object.values(passwordFields(page))) await expect(field).toHaveValue('')
  const statusOf = async (token: string) =>
    (await request.get('/api/auth/profile', { headers: bearer({ token }) })).status()
  expect(await statusOf(elsewhere.accessToken)).toBe(401)
  expect(await statusOf(member.token)).toBe(200)
  await page.getByRole('link', { name: 'Homepage', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('leaving with unsaved changes needs a confirmation', async ({ page }) => {
  const member = await registerUser('member')
  await openSettings(page, member)
  await username(page).fill('other-name')
  const leave = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))

  await leave()
  await expect(dialog).toHaveAccessibleName('Discard your changes?')
  await expect(page.locator('html[data-navigating]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(username(page)).toHaveValue('other-name')
  await expect(page).toHaveURL('/profile/settings')
  await leave()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/scripts')
  await expect(accountButton(page, member.username)).toBeVisible()
})

function passwordFields(page: Page) {
  return {
    current: page.getByLabel('Current password'),
    chosen: page.getByLabel('New password', { exact: true }),
    confirmation: page.getByLabel('Confirm new password'),
  }
}

async function fillPasswords(page: Page, current: string, chosen: string) {
  const fields = passwordFields(page)
  await fields.current.fill(current)
  await fields.chosen.fill(chosen)
  await fields.confirmation.fill(chosen)
}
