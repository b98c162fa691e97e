import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { delayRequests, recordRequests, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { banUser, registerUser, registerUploader, signInPage, submitScript } from './users.ts'

const header = (page: Page) => page.getByRole('banner')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

test('a banned user sees the reason and the end of the ban instead of the site, and can appeal or sign out', async ({
  page,
  browser,
}) => {
  const member = await registerUser('member')
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await banUser(member, { reason: 'Sold stolen scripts', expires_at: inThreeDays })
  await signInPage(page, member)
  const asked = await delayRequests(page, '**/api/users/me')

  await page.goto('/scripts')
  await expect(page.getByText('Loading…', { exact: true })).toBeVisible()
  asked.release()
  await expect(heading(page)).toHaveText('Account Suspended')
  for (const text of ['Sold stolen scripts', /^Until .+ \(.+ remaining\)$/, 'owner'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText('Banned On')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Appeal on Discord' })).toHaveAttribute('href', /invite$/)
  await expect(header(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(header(page).getByRole('link', { name: 'Sign In', exact: true })).toBeAttached()

  const forever = await registerUser('member')
  await banUser(forever, { reason: 'Did it again', is_permanent: true })
  const other = await (await browser.newContext()).newPage()
  await signInPage(other, forever)
  await other.route('**/api/users/me', (route) => route.abort())
  await other.goto('/faq')
  await expect(header(other).getByRole('button', { name: `Account of ${forever.username}` })).toBeVisible()
  await expect(heading(other)).not.toHaveText('Account Suspended')
  await other.unroute('**/api/users/me')
  await other.reload()
  await expect(other.getByText('Permanent', { exact: true })).toBeVisible()
  await other.context().close()
})

test('the community dialog counts down from five, opens the invite and closes a second later', async ({
  page,
  context,
}) => {
  await context.route('https://127.0.0.1:9/**', (route) => route.fulfill({ body: 'The chat community' }))
  await page.clock.install()
  await page.goto('/faq')
  const join = page.getByRole('contentinfo').getByRole('link', { name: 'Join Discord' })
  const dialog = page.getByRole('dialog', { name: 'Leaving the site' })
  // The dialog is loaded lazily; after that the test controls the clock.
  await join.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.clock.pauseAt(Date.now() + 60_000)

  await join.click()
  for (const left of ['5', '4', '3', '2', '1']) {
    await expect(dialog.getByRole('timer')).toHaveText(left)
    if (left !== '1') await page.clock.runFor(1000)
  }
  const opened = context.waitForEvent('page')
  await page.clock.runFor(1000)
  expect((await opened).url()).toMatch(/invite$/)
  await expect(dialog.getByText('The invite is open in a new tab.')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(dialog).toBeHidden()

  await join.click()
  const followed = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Continue To Link' }).click()
  expect((await followed).url()).toMatch(/invite$/)
  await expect(dialog.getByText('The invite is open in a new tab.')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(dialog).toBeHidden()
})

test('without JavaScript, and before it is loaded, Join Discord in the footer opens the invite itself', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.route('https://127.0.0.1:9/**', (route) => route.fulfill({ body: 'The chat community' }))
  const page = await context.newPage()
  await page.goto('/faq')
  const opened = context.waitForEvent('page')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Join Discord' }).click()

  expect((await opened).url()).toMatch(/invite$/)
  await expect(page).toHaveURL(/\/faq$/)
  await context.close()
})

test('the header changes its style after 20 pixels, and its menu shows the user and their statistics', async ({
  page,
}) => {
  const author = await registerUploader()
  await submitScript(author)
  await signInPage(page, author)
  await page.goto('/')

  await header(page)
    .getByRole('button', { name: `Account of ${author.username}` })
    .click()
  const menu = page.getByRole('dialog').or(page.getByRole('menu').locator('..'))
  for (const text of [author.username, author.email, 'Verified member'])
    await expect(menu.getByText(text, { exact: true }).first()).toBeVisible()
  const facts = menu.getByRole('definition')
  await expect(facts).toHaveText(['1', '0'])
  await page.keyboard.press('Escape')

  await expect(page.getByRole('contentinfo').getByText(/^© 20\d\d Scripthaven/)).toBeAttached()
  await expect(page.getByRole('main').getByRole('link', { name: 'Submit Script' }).first()).toHaveAttribute(
    'href',
    '/submit',
  )
  await page.evaluate(() => scrollTo(0, 21))
  await expect(header(page)).toHaveAttribute('data-scrolled')
  await page.evaluate(() => scrollTo(0, 20))
  await expect(header(page)).not.toHaveAttribute('data-scrolled')
})

test('a stored user without permissions gets them from the groups call', async ({ page }) => {
  const author = await registerUploader()
  const calls = recordRequests(page)
  await signInPage(page, { ...author, user: { ...author.user, permissions: undefined } })

  await page.goto('/faq')

  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit Script' }),
  ).toBeVisible()
  expect(calls).toContain('GET /api/groups/me/info')
})

test('skeletons replace what is loading: four for the six latest scripts, one for a script', async ({
  page,
}) => {
  const script = await submitScript(await registerUploader())
  await page.goto('/faq')
  const asked = page.waitForRequest((made) => new URL(made.url()).pathname === '/api/scripts')
  const latest = await delayRequests(page, '**/api/scripts?*')

  await follow(page, 'Homepage')
  await expect(page.locator('#latest-scripts div[aria-hidden="true"] > *')).toHaveCount(4)
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('6')
  latest.release()
  await expect(page.getByRole('list', { name: 'Latest scripts' })).toBeVisible()

  await page.goto(`/scripts?q=${encodeURIComponent(script.name)}`)
  const one = await delayRequests(page, `**/api/scripts/${script.id}`)
  const link = page.getByRole('article').getByRole('link', { name: script.name })
  await waitForHydration(link)
  await link.click()
  await expect(heading(page)).toHaveText('Loading script')
  one.release()
  await expect(heading(page)).toHaveText(script.name)
  await expect(page.getByRole('region', { name: 'Images' }).getByText('Cars')).toBeVisible()
  await expect(page.getByRole('definition').locator('time').first()).toHaveAttribute('datetime', /^20\d\d-/)
})

test('if categories cannot be loaded, the eight fixed ones are shown', async ({ page }) => {
  await page.route('**/api/categories', (route) => route.abort())
  await page.goto('/faq')

  await follow(page, 'Assets')

  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveText(
    ['All', 'Scripts', 'Mapping', 'Clothes', 'Cars', 'Weapons', 'Jobs', 'Housing', 'Other'].map(
      (name) => new RegExp(`^${name}`),
    ),
  )
  // The homepage has no number of scripts to show.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Homepage' }).click()
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first()).toHaveText(
    'Scripts',
  )
})

test('on a phone the search is an overlay with suggestions, and Sign In is beside the menu', async ({
  page,
}) => {
  const script = await submitScript(await registerUploader())
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/faq')
  const signIn = header(page).getByRole('link', { name: 'Sign In', exact: true })
  await expect(header(page).getByRole('button', { name: 'Open menu' })).toBeVisible()
  await expect(signIn).toBeInViewport()
  const open = header(page).getByRole('link', { name: 'Search scripts' })
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search scripts' })

  await open.click()
  await expect(field).toBeFocused()
  await expect(page).toHaveURL('/faq')
  await expectNoViolations(page, [390])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await field.fill(script.name)
  const option = dialog.getByRole('option', { name: script.name })
  await expect(option).toBeInViewport({ ratio: 1 })
  await option.click()
  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(dialog).toHaveCount(0)

  await open.click()
  await page.goBack()
  await expect(page).toHaveURL('/faq')
  await expect(dialog).toHaveCount(0)

  // With Ctrl it is a link: the list opens in a new tab.
  const opened = page.context().waitForEvent('page')
  await open.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('/scripts#search')
  await expect(dialog).toHaveCount(0)
})

test('the homepage has a search field with suggestions', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  await page.goto('/')
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search scripts' })

  await field.fill(script.name)
  await page.getByRole('option', { name: script.name }).click()

  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await page.goBack()
  await field.fill(script.name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/scripts\?q=/)
  await expect(page.getByRole('article').first()).toContainText(script.name)
})

test('a server error without a message shows the message of each form', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  for (const call of ['auth/login', 'auth/register', 'auth/reset-password', 'users/me/password'])
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await page.goto('/faq')
  await header(page).getByRole('link', { name: 'Sign In', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel('Password', { exact: true })

  await dialog.getByLabel('Email').fill('me@example.com')
  await password.fill('a good password')
  await password.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Login failed')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByLabel('Username').fill('new-user')
  await password.fill('a good password')
  await dialog.getByLabel('Confirm password').fill('a good password')
  await dialog.getByLabel('Confirm password').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Registration failed')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await dialog.getByLabel('Email').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Password reset failed')

  await signInPage(page, author)
  await page.goto('/profile/settings?tab=password')
  await page.getByLabel('Current password').fill(author.password)
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Confirm new password').fill('another password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to change password')

  await page.route(`**/api/scripts/${script.id}`, (route) => route.fulfill({ status: 418, body: 'no' }))
  await page.goto(`/scripts/${script.id}/edit`)
  await expect(page.getByRole('alert')).toContainText('Failed to load script')
})

test('a notification disappears after five seconds', async ({ page }) => {
  const errors = recordPageErrors(page)
  const script = await submitScript(await registerUploader())
  await page.clock.install()
  await page.goto(`/scripts/${script.id}`)
  const copy = page.getByRole('button', { name: 'Copy SHA-256' })
  await waitForHydration(copy)
  await page.clock.pauseAt(Date.now() + 60_000)
  const toast = page.getByRole('button', { name: 'Close notification' })

  await copy.click()
  await page.mouse.move(0, 0)
  // The first notification loads its list, which mounts it with a timer.
  const isVisible = async () => {
    await page.clock.runFor(50)
    return toast.isVisible()
  }
  await expect.poll(isVisible).toBe(true)
  await page.clock.runFor(4500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1500)
  await expect(toast).toBeHidden()
  expect(errors).toEqual([])
})
