import { expect, type Page } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { delayRequests, slowUploads, waitForHydration } from './browser.ts'
import { largeArchive, zipFile } from './author-files.ts'
import { test } from './fixtures.ts'
import {
  uniqueName,
  registerUser,
  registerUploader,
  registerModerator,
  signInPage,
  submitScript,
  type RegisteredUser,
} from './users.ts'
import { fillIn, sendButton, submitForm } from './submit-form.ts'

test.describe.configure({ mode: 'default' })

let author: RegisteredUser
let moderator: RegisteredUser
let member: RegisteredUser
let script: { id: number; name: string }

test.beforeAll('users and a script', async () => {
  author = await registerUploader()
  moderator = await registerModerator()
  member = await registerUser('member')
  script = await submitScript(author)
})

const openDialog = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }).click()
  return page.getByRole('dialog')
}

test('the homepage', async ({ page }) => {
  await page.goto('/')
  await expectNoViolations(page)
})

test('the list, with its filters open', async ({ page }) => {
  await page.goto(`/scripts?author=${author.username}&status=Readable`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectNoViolations(page)
})

test('the empty list', async ({ page }) => {
  await page.goto('/scripts?tag=tag-without-scripts')
  await expect(page.getByRole('heading', { name: 'No scripts found' })).toBeVisible()
  await expectNoViolations(page)
})

test('the failed list', async ({ page }) => {
  await page.goto('/scripts')
  await page.route('**/api/scripts?*', (route) => route.abort())
  const other = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Other/ })
  await waitForHydration(other)
  await other.click()
  await expect(page.getByRole('heading', { name: 'Failed to load scripts' })).toBeVisible()
  await expectNoViolations(page)
})

test('a script, for a visitor', async ({ page }) => {
  await page.goto(`/scripts/${script.id}`)
  await expectNoViolations(page)
})

test('a script, for its author, with a like', async ({ page }) => {
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  await page.getByRole('main').getByRole('button', { name: /^Like/ }).click()
  await expect(page.getByRole('button', { name: /^Liked/ })).toBeVisible()
  await expectNoViolations(page)
})

test('the confirmation before a deletion, for a moderator, and while the request is in flight', async ({
  page,
}) => {
  await signInPage(page, moderator)
  await page.goto(`/scripts/${script.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('Moderator Action')).toBeVisible()
  await expectNoViolations(page)
  await delayRequests(page, `**/api/scripts/${script.id}`)
  await question.getByRole('button', { name: 'Delete Script' }).click()
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible()
  await expectNoViolations(page, [390])
})

test('the submit page for a visitor, and for a user without the permission to upload', async ({ page }) => {
  await page.goto('/submit')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expectNoViolations(page)

  await signInPage(page, member)
  await page.goto('/submit')
  await expect(page.getByRole('heading', { name: 'Upload Permission Required' })).toBeVisible()
  await expectNoViolations(page)
})

test('the submit form, empty and with every message', async ({ page }) => {
  await signInPage(page, author)
  await page.goto('/submit')
  const form = submitForm(page)
  await expectNoViolations(page)
  await sendButton(form).click()
  await expect(form.getByText('Script name is required')).toBeVisible()
  await expectNoViolations(page)
})

test('an upload in progress', async ({ page }) => {
  await signInPage(page, author)
  await page.goto('/submit')
  const form = submitForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` }, { archive: zipFile('big.zip', largeArchive()) })
  await slowUploads(page, 0.05)
  await sendButton(form).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectNoViolations(page)
})

test('the success after an upload', async ({ page }) => {
  await signInPage(page, author)
  await page.goto('/submit')
  const form = submitForm(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` })
  // axe needs longer than the three seconds for which the success is shown.
  await page.evaluate(() => {
    const real = window.setTimeout.bind(window)
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms === 3000 ? 0 : real(run, ms)) })
  })
  await sendButton(form).click()
  await expect(page.getByRole('heading', { name: 'Script submitted successfully!' })).toBeVisible()
  await expectNoViolations(page)
})

test('the edit page', async ({ page }) => {
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  await expect(page.getByRole('form', { name: 'Edit Script' })).toBeVisible()
  await expectNoViolations(page)
})

test('the edit page, for a moderator', async ({ page }) => {
  await signInPage(page, moderator)
  await page.goto(`/scripts/${script.id}/edit`)
  await expect(page.getByText('Moderator Edit')).toBeVisible()
  await expectNoViolations(page, [390])
})

test('pages that do not exist', async ({ page }) => {
  await page.goto('/nothing-here')
  await expectNoViolations(page)
  await page.goto('/scripts/999999')
  await expectNoViolations(page, [390])
})

test('the sign-in dialog and its messages', async ({ page }) => {
  const dialog = await openDialog(page)
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await expectNoViolations(page, [1440])
})

test('the dialog to create an account', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog).toHaveAccessibleName('Create Account')
  await dialog.getByLabel('Password', { exact: true }).fill('a good password')
  await expectNoViolations(page)
})

test('the dialog to reset a password', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog).toHaveAccessibleName('Reset Password')
  await expectNoViolations(page)
})

test('the account menu, and the menu on narrow screens', async ({ page }) => {
  await signInPage(page, author)
  await page.goto('/scripts')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectNoViolations(page, [390])
})

test('the community dialog, and the notice to unverified users', async ({ page }) => {
  await signInPage(page, member)
  await page.goto('/scripts')
  await expect(page.getByText('Your account is not yet verified.')).toBeVisible()
  await expectNoViolations(page)
  // If the browser blocks the tab, the dialog stays open and says why.
  await page.evaluate(() => (window.open = () => null))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Join Discord' }).click()
  await expect(page.getByText('Your browser blocked the new tab.')).toBeVisible()
  await expectNoViolations(page, [390])
})
