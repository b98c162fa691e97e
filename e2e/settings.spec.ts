import { expect, type Page } from '@playwright/test'

import { screenshot } from './author-files.ts'
import { expectNoViolations, noteTroubles } from './axe.ts'
import { expectFocusNotLost, noteCalls } from './browser.ts'
import { test } from './journey.ts'
import { bearer, freshName, register, signInPage, type Account } from './people.ts'

const main = (page: Page) => page.getByRole('main')
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' })
const username = (page: Page) => main(page).getByLabel('Username')
const email = (page: Page) => main(page).getByLabel('Email')
const save = (page: Page) => main(page).getByRole('button', { name: 'Save Changes' })
const avatarField = (page: Page) => main(page).locator('input[type="file"]')
const accountButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account of ${name}` })

async function openSettings(page: Page, account: Account, tab?: 'password') {
  await signInPage(page, account)
  await page.goto(`/profile/settings${tab ? `?tab=${tab}` : ''}`)
}

test('signed out there is a sign-in instead, and after it the settings', async ({ page, request }) => {
  const member = await register(request, 'member')
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

test('the tab is in the address; what was entered in another one stays', async ({ page, request }) => {
  const troubles = noteTroubles(page)
  const member = await register(request, 'member')
  await openSettings(page, member, 'password')
  await expect(tabs(page).locator('[aria-current]')).toHaveText('Password')
  await page.getByLabel('Current password').fill('half a pass')

  await tabs(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile/settings')
  await expect(username(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goBack()
  await expect(page).toHaveURL('/profile/settings?tab=password')
  await expect(page.getByLabel('Current password')).toHaveValue('half a pass')
  await expectNoViolations(page)
  expect(troubles).toEqual([])
})

test('a wrong profile is told beside its fields and not sent; editing a field takes its message away', async ({
  page,
  request,
}) => {
  const calls = noteCalls(page)
  await openSettings(page, await register(request, 'member'))
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

test('without a change nothing is sent, and the message goes away after five seconds', async ({
  page,
  request,
}) => {
  const calls = noteCalls(page)
  const member = await register(request, 'member')
  await page.clock.install()
  await openSettings(page, member)
  await username(page).fill(`  ${member.username} `)
  // From here on time goes only where the test lets it, however slow the machine is.
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

test('only what changed is sent, and the header and the public profile show it at once', async ({
  page,
  request,
}) => {
  const member = await register(request, 'member')
  const renamed = freshName('renamed')
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

test('a name or an address that is taken is told beside its field, and what was typed stays', async ({
  page,
  request,
}) => {
  const other = await register(request, 'other')
  await openSettings(page, await register(request, 'member'))
  await username(page).fill(other.username.toUpperCase())
  await email(page).fill(other.email)
  await main(page).getByRole('textbox', { name: 'Current password' }).fill('a good password')
  await save(page).click()

  await expect(username(page)).toHaveAccessibleDescription(/^Username is already taken/)
  await expect(email(page)).toHaveAccessibleDescription(/^Email is already registered/)
  await expect(username(page)).toBeFocused()
  await expect(username(page)).toHaveValue(other.username.toUpperCase())
})

test('a server that fails and one that cannot be reached are told in the product’s words', async ({
  page,
  request,
}) => {
  const member = await register(request, 'member')
  await openSettings(page, member)
  await username(page).fill(freshName('renamed'))
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

test('an avatar that cannot be one is refused at once; another is shown, taken back, and saved', async ({
  page,
  request,
}) => {
  const member = await register(request, 'member')
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
  await expect(main(page).getByRole('img', { name: 'Your avatar as it would be' })).toHaveAttribute(
    'src',
    /^blob:/,
  )
  await page.getByRole('button', { name: 'Remove choice' }).click()
  await expect(main(page).getByText('me.png')).toHaveCount(0)
  await expect(avatarField(page)).toBeFocused()

  await avatarField(page).setInputFiles(await screenshot('me.png'))
  await expectNoViolations(page, [1440, 390])
  await save(page).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  const picture = accountButton(page, member.username).locator('img')
  await expect(picture).toHaveAttribute('src', /^\/files\/avatars\//)
  const src = (await picture.getAttribute('src')) ?? ''
  expect((await request.get(src)).headers()['content-type']).toBe('image/webp')
})

test('what is no picture although it says so is refused by the server beside the field', async ({
  page,
  request,
}) => {
  await openSettings(page, await register(request, 'member'))
  await avatarField(page).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await save(page).click()
  await expect(avatarField(page)).toHaveAccessibleDescription(/^Avatar must be JPEG, PNG, GIF, or WebP/)
})

test('a wrong password change is told beside its fields', async ({ page, request }) => {
  const calls = noteCalls(page)
  const member = await register(request, 'member')
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
  const member = await register(request, 'member')
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

test('leaving with unsaved changes asks first', async ({ page, request }) => {
  const member = await register(request, 'member')
  await openSettings(page, member)
  await username(page).fill('somebody-else')
  const leave = () =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))

  await leave()
  await expect(dialog).toHaveAccessibleName('Discard your changes?')
  await expect(page.locator('html[data-leaving]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(username(page)).toHaveValue('somebody-else')
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
