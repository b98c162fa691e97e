import { expect, type BrowserContext, type Page } from '@playwright/test'

import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUser, uniqueName, type RegisteredUser } from './users.ts'

const form = (page: Page) => page.getByRole('main').getByRole('form', { name: 'Sign In' })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Sign In', exact: true })
const signedIn = (page: Page) => page.getByRole('main').getByRole('heading', { name: 'You are signed in' })

async function fillIn(page: Page, { email, password }: RegisteredUser): Promise<void> {
  await form(page).getByLabel('Email').fill(email)
  await form(page).getByLabel('Password', { exact: true }).fill(password)
}

function recordUrls(context: BrowserContext): string[] {
  const urls: string[] = []
  context.on('request', (request) => urls.push(request.url()))
  return urls
}

test('the form can be filled in and sent before the scripts are loaded', async ({ page }) => {
  const member = await registerUser('member')
  const delay = await delayRequests(page, '**/assets/*.js')
  await page.goto('/sign-in', { waitUntil: 'commit' })

  await fillIn(page, member)
  await form(page).getByLabel('Password', { exact: true }).press('Enter')

  await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/sign-in')
  delay.release()
  await expect(signedIn(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Welcome, ${member.username}.`)
  await expect(page).toHaveURL('/sign-in')
})

test('what was typed before the scripts were loaded stays, with its errors', async ({ page }) => {
  const delay = await delayRequests(page, '**/assets/*.js')
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await form(page).getByLabel('Email').fill('not an address')
  await form(page).getByLabel('Password', { exact: true }).pressSequentially('1234')

  delay.release()
  await form(page).getByLabel('Password', { exact: true }).pressSequentially('5')
  await submit(page).click()

  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription('Email is invalid')
  await expect(form(page).getByLabel('Email')).toHaveValue('not an address')
  await expect(form(page).getByLabel('Password', { exact: true })).toHaveValue('12345')
})

test('a form that is sent although its scripts failed stays, says so and sends nothing', async ({
  page,
  context,
}) => {
  const member = await registerUser('member')
  await page.route('**/assets/*.js', (route) => route.abort())
  const urls = recordUrls(context)
  await page.goto('/sign-in')
  await fillIn(page, member)
  const loaded = urls.length

  await submit(page).click()
  await form(page).getByLabel('Password', { exact: true }).press('Enter')

  await expect(page.getByText(/^Signing in, downloading and liking need JavaScript/)).toBeVisible()
  await expect(form(page).getByLabel('Email')).toHaveValue(member.email)
  await expect(page).toHaveURL('/sign-in')
  expect(urls.slice(loaded)).toEqual([])
})

test('without JavaScript the form sends nothing, and a line says what it needs', async ({ browser }) => {
  const member = await registerUser('member')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const urls = recordUrls(context)
  await page.goto('/sign-in')
  await fillIn(page, member)
  const loaded = urls.length

  await submit(page).click()
  await form(page).getByLabel('Password', { exact: true }).press('Enter')

  await expect(page.getByText(/^Signing in, downloading and liking need JavaScript/)).toBeVisible()
  await expect(page).toHaveURL('/sign-in')
  expect(urls.slice(loaded)).toEqual([])
  await context.close()
})

test('the page has the other forms of the dialog, and a registration ends on it', async ({ page }) => {
  const username = uniqueName('page')
  await page.goto('/sign-in')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Reset password' }).click()
  await expect(main.getByRole('heading', { name: 'Reset Password', level: 1 })).toBeVisible()
  await main.getByRole('button', { name: 'Back to sign in' }).click()
  await main.getByRole('button', { name: 'Create account' }).click()
  await expect(main.getByRole('heading', { name: 'Create Account', level: 1 })).toBeVisible()
  await expect(main.getByLabel('Username')).toBeFocused()

  await main.getByLabel('Username').fill(username)
  await main.getByLabel('Email').fill(`${username}@example.com`)
  await main.getByLabel('Password', { exact: true }).fill('a good password')
  await main.getByLabel('Confirm password').fill('a good password')
  await main.getByRole('button', { name: 'Create Account', exact: true }).click()

  await expect(signedIn(page)).toBeVisible()
  await expect(main).toContainText(`Welcome, ${username}.`)
})
