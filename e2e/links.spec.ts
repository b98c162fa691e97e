import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost, recordRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { readMailedLink, startOwnApp, type OwnApp } from './own-app.ts'
import { registerUser, uniqueName } from './users.ts'
import { readPage } from './read-page.ts'

// In order and in one worker: the first tests give the site its owner, and all share it.
test.describe.configure({ mode: 'default' })

let app: OwnApp

test.beforeAll('a site without an owner', async () => {
  app = await startOwnApp()
})
test.afterAll(() => app.stop())

const header = (page: Page) => page.getByRole('banner')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const ownerToken = () => /claim\?token=([\w-]+)/.exec(app.output())?.[1] ?? ''

test('pages of mailed links are hidden from search engines, and the HTML never contains the token', async ({
  request,
}) => {
  for (const path of ['/claim', '/reset-password', '/verify-email']) {
    const page = await readPage(request, `${app.url}${path}?token=a-secret-token`)

    expect(page.status).toBe(200)
    expect(page.meta['robots']).toBe('noindex')
    expect(page.links['canonical']).toBeUndefined()
    expect(page.html).not.toContain('a-secret-token')
  }
})

test('an owner link with a wrong or missing token is invalid', async ({ page }) => {
  await page.goto(`${app.url}/claim`)
  await expect(heading(page)).toHaveText('This link is invalid or has expired')

  await page.goto(`${app.url}/claim?token=wrong`)
  await fillClaim(page, 'impostor')
  await page.getByRole('button', { name: 'Create Owner Account' }).click()

  await expect(heading(page)).toHaveText('This link is invalid or has expired')
  await expect(header(page).getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  await expectFocusNotLost(page)
})

test('an invalid owner account shows errors beside its fields, and nothing is sent', async ({ page }) => {
  const calls = recordRequests(page)
  await page.goto(`${app.url}/claim?token=${ownerToken()}`)
  const submit = page.getByRole('button', { name: 'Create Owner Account' })
  const password = page.getByRole('main').getByLabel('Password', { exact: true })

  await submit.click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is required')
  await expect(page.getByRole('main').getByLabel('Email')).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription(/^Password is required/)
  await expect(page.getByLabel('Username')).toBeFocused()

  await password.fill('elevenchars')
  await submit.click()
  await expect(password).toHaveAccessibleDescription(/^Password must be at least 12 characters/)
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  expect(calls).not.toContain('POST /api/auth/claim-owner')
  await expectNoViolations(page)
})

test('the link of a new site creates its owner, signs them in and opens the homepage', async ({ page }) => {
  const errors = recordPageErrors(page)
  const username = uniqueName('founder')
  await page.goto(`${app.url}/claim?token=${ownerToken()}`)
  await fillClaim(page, username)
  await page.getByLabel('Confirm password').press('Enter')

  await expect(page).toHaveURL(`${app.url}/`)
  await expect(header(page).getByRole('button', { name: `Account of ${username}` })).toBeVisible()
  await expect(header(page).getByRole('link', { name: 'ACP' })).toBeVisible()
  await expectFocusNotLost(page)

  await page.goto(`${app.url}/claim?token=${ownerToken()}`)
  await expect(heading(page)).toHaveText('You own this site')
  expect(errors).toEqual([])
})

test('once a site has an owner the link is invalid for everyone else', async ({ page }) => {
  await page.goto(`${app.url}/claim?token=${ownerToken()}`)
  await fillClaim(page, uniqueName('late'))
  await page.getByRole('button', { name: 'Create Owner Account' }).click()

  await expect(heading(page)).toHaveText('This link is invalid or has expired')
  await expectNoViolations(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Sign In')
})

test('an invalid reset link leads to a new one', async ({ page }) => {
  await page.goto(`${app.url}/reset-password?token=wrong`)
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm new password').fill('another password')
  await page.getByRole('button', { name: 'Set New Password' }).click()

  await expect(heading(page)).toHaveText('This reset link is invalid or has expired')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Reset Password')
})

test('a mailed link sets a new password once, and leads to the sign-in', async ({ page }) => {
  const errors = recordPageErrors(page)
  const member = await registerUser('forgetful', app.url)
  await page.request.post(`${app.url}/api/auth/reset-password`, { data: { email: member.email } })
  const link = await readMailedLink(app, member.email, 'reset-password')
  await page.goto(`${app.url}/${link}`)
  const password = page.getByLabel('New password', { exact: true })
  const confirmation = page.getByLabel('Confirm new password')
  const submit = page.getByRole('button', { name: 'Set New Password' })

  await submit.click()
  await expect(password).toHaveAccessibleDescription(/^Password is required/)
  await expect(password).toBeFocused()
  await password.fill('12345')
  await expect(page.getByText('Too short')).toBeVisible()
  await submit.click()
  await expect(password).toHaveAccessibleDescription(/^Password must be at least 6 characters/)
  await expect(confirmation).toHaveAccessibleDescription('Passwords do not match')
  await expectNoViolations(page, [1440, 390])

  await password.fill('four harmless garage doors')
  await expect(page.getByText('Strong')).toBeVisible()
  await confirmation.fill('four harmless garage doors')
  await confirmation.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign In')
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill('four harmless garage doors')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(header(page).getByRole('button', { name: `Account of ${member.username}` })).toBeVisible()
  await expect(heading(page)).toHaveText('Password changed')

  const again = await page.request.post(`${app.url}/api/auth/reset-password/confirm`, {
    data: { token: link.split('=')[1], password: 'yet another one' },
  })
  expect(again.status()).toBe(400)
  expect(errors).toEqual([])
})

test('a reset ends the session of the same browser', async ({ page }) => {
  const member = await registerUser('careful', app.url)
  await signIn(page, member)
  await page.request.post(`${app.url}/api/auth/reset-password`, { data: { email: member.email } })
  const link = await readMailedLink(app, member.email, 'reset-password')
  await page.goto(`${app.url}/${link}`)

  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm new password').fill('another password')
  await page.getByRole('button', { name: 'Set New Password' }).click()

  await expect(page.getByRole('dialog')).toHaveAccessibleName('Sign In')
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})

test('opening the link of a confirmation mail confirms the email, with one request', async ({ page }) => {
  const member = await registerUser('reachable', app.url)
  const link = await readMailedLink(app, member.email, 'verify-email')
  const calls = recordRequests(page)
  await page.goto(`${app.url}/${link}`)

  await expect(heading(page)).toHaveText('Email confirmed')
  expect(calls.filter((call) => call === 'POST /api/auth/verify-email')).toHaveLength(1)
  const headers = { authorization: `Bearer ${member.token}` }
  const { user } = await (await page.request.get(`${app.url}/api/auth/profile`, { headers })).json()
  expect(user.email_verified).toBe(true)
  await expectNoViolations(page)
})

test('an invalid confirmation link shows an error, and an unreachable server can be retried', async ({
  page,
}) => {
  await page.goto(`${app.url}/verify-email`)
  await expect(heading(page)).toHaveText('This confirmation link is invalid or has expired')
  await page.goto(`${app.url}/verify-email?token=wrong`)
  await expect(heading(page)).toHaveText('This confirmation link is invalid or has expired')

  const member = await registerUser('offline', app.url)
  const link = await readMailedLink(app, member.email, 'verify-email')
  await page.route('**/api/auth/verify-email', (route) => route.abort())
  await page.goto(`${app.url}/${link}`)
  await expect(heading(page)).toHaveText('Your email could not be confirmed')
  await expect(page.getByText('Network error occurred')).toBeVisible()
  await page.unroute('**/api/auth/verify-email')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(heading(page)).toHaveText('Email confirmed')
  await expectFocusNotLost(page)
})

async function fillClaim(page: Page, username: string) {
  const main = page.getByRole('main')
  await main.getByLabel('Username').fill(username)
  await main.getByLabel('Email').fill(`${username}@example.com`)
  await main.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await main.getByLabel('Confirm password').fill('correct horse battery')
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto(app.url)
  await header(page).getByRole('link', { name: 'Sign In', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
}
