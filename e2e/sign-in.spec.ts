import { expect, type Page } from '@playwright/test'

import { test } from './fixtures.ts'
import { uniqueName, registerUser } from './users.ts'
import { expiredToken, expectFocusNotLost, delayRequests, waitForHydration } from './browser.ts'

const header = (page: Page) => page.getByRole('banner')
const signInButton = (page: Page) => header(page).getByRole('link', { name: 'Sign In', exact: true })
const accountButton = (page: Page, username: string) =>
  header(page).getByRole('button', { name: `Account of ${username}` })
const storedSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('auth_user')])

/** With its code: early-dialogs.spec.ts has what works before. */
async function openDialog(page: Page) {
  await page.goto('/')
  await signInButton(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign In')
  await waitForHydration(dialog.getByRole('button', { name: 'Close' }))
  return dialog
}

async function openRegistration(page: Page) {
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog).toHaveAccessibleName('Create Account')
  return dialog
}

test('an empty or invalid sign-in shows errors beside its fields, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) sent.push(request.url())
  })
  const dialog = await openDialog(page)
  const [email, password] = [dialog.getByLabel('Email'), dialog.getByLabel('Password', { exact: true })]
  const submit = dialog.getByRole('button', { name: 'Sign In', exact: true })

  await submit.click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(email).toBeFocused()

  await email.fill('not an address')
  await expect(email).toHaveAccessibleDescription('')
  await expect(password).toHaveAccessibleDescription('Password is required')

  await password.fill('12345')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Email is invalid')
  await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters')
  expect(sent).toEqual([])
})

test('an empty or invalid registration shows errors beside its fields, and nothing is sent', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) sent.push(request.url())
  })
  const dialog = await openRegistration(page)
  const username = dialog.getByLabel('Username')
  const email = dialog.getByLabel('Email')
  const password = dialog.getByLabel('Password', { exact: true })
  const confirmation = dialog.getByLabel('Confirm password')
  const submit = dialog.getByRole('button', { name: 'Create Account', exact: true })

  await submit.click()
  await expect(username).toHaveAccessibleDescription('Username is required')
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription(/^Password is required/)
  await expect(username).toBeFocused()

  await username.fill('ab')
  await email.fill('a@b')
  await password.fill('12345')
  await confirmation.fill('123456')
  await submit.click()
  await expect(username).toHaveAccessibleDescription('Username must be at least 3 characters')
  await expect(email).toHaveAccessibleDescription('Email is invalid')
  await expect(password).toHaveAccessibleDescription(/^Password must be at least 6 characters/)
  await expect(confirmation).toHaveAccessibleDescription('Passwords do not match')
  expect(sent).toEqual([])
})

test('a wrong password and an unknown email show the same error, and the input stays', async ({ page }) => {
  const member = await registerUser('member')
  const dialog = await openDialog(page)
  const [email, password] = [dialog.getByLabel('Email'), dialog.getByLabel('Password', { exact: true })]

  for (const value of [member.email, `${uniqueName('unknown')}@example.com`]) {
    await email.fill(value)
    await password.fill('a wrong password')
    await password.press('Enter')

    await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(email).toHaveValue(value)
    await email.press('End')
  }
  expect(await storedSession(page)).toEqual([null, null])
})

test('a username or email that is taken shows an error beside its field', async ({ page }) => {
  const member = await registerUser('member')
  const dialog = await openRegistration(page)
  const [username, email] = [dialog.getByLabel('Username'), dialog.getByLabel('Email')]
  await username.fill(member.username.toUpperCase())
  await email.fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await dialog.getByLabel('Confirm password').fill('a good password')

  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()

  await expect(username).toHaveAccessibleDescription('Username is already taken')
  await expect(email).toHaveAccessibleDescription('Email is already registered')
  await expect(username).toBeFocused()
  await expect(email).toHaveValue(member.email)
})

test('the three modes link to each other, focus their first field and keep the email', async ({ page }) => {
  const dialog = await openDialog(page)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Forgot password?' })).toBeDisabled()
  await dialog.getByLabel('Email').fill('me@example.com')

  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog).toHaveAccessibleName('Create Account')
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await expect(dialog.getByLabel('Email')).toHaveValue('me@example.com')

  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveAccessibleName('Sign In')
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog).toHaveAccessibleName('Reset Password')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Email')).toHaveValue('me@example.com')

  await dialog.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(dialog).toHaveAccessibleName('Sign In')
})

test('a reset shows the same message whether or not the email has an account', async ({ page }) => {
  const member = await registerUser('member')
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const email = dialog.getByLabel('Email')
  await email.fill('')
  await email.press('Enter')
  await expect(email).toHaveAccessibleDescription('Email is required')

  for (const value of [member.email, `${uniqueName('unknown')}@example.com`]) {
    await email.fill(value)
    const hold = await delayRequests(page, '**/api/auth/reset-password')
    await email.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Sending Email...' })).toBeVisible()
    hold.release()

    await expect(dialog.getByRole('status')).toHaveText('Password reset email sent! Check your inbox.')
  }
})

test('while the request is in flight the button shows it, and a second click sends nothing', async ({
  page,
}) => {
  const member = await registerUser('member')
  const dialog = await openDialog(page)
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  const hold = await delayRequests(page, '**/api/auth/login')

  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  const busy = dialog.getByRole('button', { name: 'Signing In...' })
  await expect(busy).toBeVisible()
  await busy.dispatchEvent('click')
  // It is visible for one second only, but an assertion polls once a second after a while; this looks in each frame.
  const confirmation = dialog.getByText('Logged in successfully!').waitFor()
  hold.release()

  await confirmation
  expect(hold.seen()).toBe(1)
})

test('a registration signs in, confirms it, and the dialog closes after a second', async ({ page }) => {
  const username = uniqueName('newcomer')
  const dialog = await openRegistration(page)
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await dialog.getByLabel('Confirm password').fill('a good password')
  const hold = await delayRequests(page, '**/api/auth/register')

  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Creating Account...' })).toBeVisible()
  const confirmation = dialog.getByText('Account created successfully! You are now logged in.').waitFor()
  hold.release()

  await confirmation
  await expect(page.getByText(`We have sent a link to ${username}@example.com.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(accountButton(page, username)).toBeVisible()
  await expectFocusNotLost(page)
})

test('an unreachable server shows an error', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Email').fill('me@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await page.route('**/api/auth/login', (route) => route.abort())

  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()

  await expect(dialog.getByRole('alert')).toHaveText('Network error occurred')
  await expect(dialog.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
})

test('a session survives a reload, and signing out ends it in this tab, in the other tab and on the server', async ({
  page,
  context,
  request,
}) => {
  const member = await registerUser('member')
  const other = await context.newPage()
  await other.goto('/scripts')
  const dialog = await openDialog(page)
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(accountButton(other, member.username)).toBeVisible()

  await page.reload()
  await accountButton(page, member.username).click()
  const [token] = await storedSession(page)
  await expect(page.getByText(member.email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()

  await expect(signInButton(page)).toBeVisible()
  await expect(signInButton(other)).toBeVisible()
  expect(await storedSession(page)).toEqual([null, null])
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.get('/api/auth/profile', { headers })).status()).toBe(401)
  await expectFocusNotLost(page)
})

test('signing out works although the server is unreachable', async ({ page }) => {
  const member = await registerUser('member')
  await page.goto('/')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('auth_token', token ?? '')
      localStorage.setItem('auth_user', user ?? '')
    },
    [member.token, JSON.stringify(member.user)],
  )
  await page.reload()
  await page.route('**/api/auth/logout', (route) => route.abort())

  await accountButton(page, member.username).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()

  await expect(signInButton(page)).toBeVisible()
  expect(await storedSession(page)).toEqual([null, null])
})

test('an expired token and an incomplete session are removed from the storage', async ({ page }) => {
  const { token, user } = await registerUser('member')
  await page.goto('/')
  const halves: [string | null, object | null][] = [
    [expiredToken(token), user],
    [token, null],
    [null, user],
    ['not a token', user],
  ]
  for (const [storedToken, storedUser] of halves) {
    await page.evaluate(
      ([auth_token, auth_user]) => {
        if (auth_token) localStorage.setItem('auth_token', auth_token)
        if (auth_user) localStorage.setItem('auth_user', auth_user)
      },
      [storedToken, storedUser && JSON.stringify(storedUser)],
    )
    await page.reload()

    await expect(signInButton(page)).toBeVisible()
    await expect.poll(() => storedSession(page)).toEqual([null, null])
    if (storedToken !== token && storedToken !== null)
      await expect(page.getByText('Your session has expired')).toBeVisible()
  }
})

test('Esc, the close button and a click outside close the dialog, and the focus returns to its trigger', async ({
  page,
}) => {
  await page.goto('/')
  const dialog = page.getByRole('dialog')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]
  for (const close of ways) {
    await signInButton(page).click()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await close()

    await expect(dialog).toBeHidden()
    await expect(signInButton(page)).toBeFocused()
  }
})

test('the focus stays inside the open dialog', async ({ page }) => {
  const dialog = await openDialog(page)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press(step < 10 ? 'Tab' : 'Shift+Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
})

test('what an account gives changes beside the form every six seconds', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  const dialog = await openDialog(page)
  const benefit = dialog.getByRole('paragraph').first()
  await page.clock.pauseAt(Date.now() + 60_000)
  const seen: string[] = []

  for (let turn = 0; turn < 5; turn += 1) {
    seen.push(await benefit.innerText())
    await page.clock.runFor(6000)
  }

  expect(seen.slice(0, 4).toSorted()).toEqual([
    'Download scripts for free.',
    'Get verified to share scripts of your own.',
    'Like the scripts that you use.',
    'Report a script, and hear what came of it.',
  ])
  expect(seen.at(-1)).toBe(seen[0])
})
