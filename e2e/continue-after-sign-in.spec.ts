import { expect, type Page } from '@playwright/test'

import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import { bearer, registerUser, registerUploader, submitScript } from './users.ts'

const downloadButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Download/ })
const likeButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Liked? / })

async function newScript() {
  return submitScript(await registerUploader())
}

test('Sign In opens a page in a new tab, which has the form until the user is signed in', async ({
  page,
  context,
}) => {
  const user = await registerUser('member')
  await page.goto('/faq')
  const opened = context.waitForEvent('page')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click({ button: 'middle' })
  const tab = await opened
  await expect(tab).toHaveURL('/sign-in')

  const main = tab.getByRole('main')
  await main.getByLabel('Email').fill(user.email)
  await main.getByLabel('Password', { exact: true }).fill(user.password)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account of/ })).toBeVisible()

  await tab.reload()
  await expect(tab.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await tab.getByRole('link', { name: 'Go to the homepage' }).click()
  await expect(tab).toHaveURL('/')
  await expect(tab.getByRole('dialog')).toHaveCount(0)
})

test('a download without a session opens the dialog and continues after the sign-in', async ({ page }) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  await page.goto(`/scripts/${script.id}`)

  await downloadButton(page).click()
  const choice = page.getByRole('dialog', { name: 'Sign In to Download' })
  const [create, signIn] = ['Create account', 'Sign in'].map((name) => choice.getByRole('button', { name }))
  const [createBox, signInBox] = [await create?.boundingBox(), await signIn?.boundingBox()]
  expect([createBox?.width, createBox?.height]).toEqual([signInBox?.width, signInBox?.height])
  await signIn?.click()
  const saving = page.waitForEvent('download')
  await signInByDialog(page, member)

  expect((await saving).suggestedFilename()).toBe(`${script.name} 1.2.0.zip`)
  await expectFocusNotLost(page)
})

test('a like without a session opens the dialog and continues after the sign-in', async ({
  page,
  request,
}) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  await page.goto(`/scripts/${script.id}`)

  await likeButton(page).click()
  await signInByDialog(page, member)

  await expect(likeButton(page)).toHaveAccessibleName('Liked 1')
  const path = `/api/scripts/${script.id}/like-status`
  await expect
    .poll(async () => (await request.get(path, { headers: bearer(member) })).json())
    .toEqual({ isLiked: true, likeCount: 1 })
})

test('an expired session is named, and a like or a download continues after the sign-in', async ({
  page,
  request,
}) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  await page.goto(`/scripts/${script.id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await signInByDialog(page, member)
  await expect(likeButton(page)).not.toHaveAccessibleDescription('Login to like scripts')
  const expire = async () => {
    const token = await page.evaluate(() => localStorage.getItem('auth_token') ?? '')
    await request.post('/api/auth/logout', { headers: bearer({ token }) })
  }
  const dialog = page.getByRole('dialog', { name: 'Sign In' })

  await expire()
  await likeButton(page).click()
  await expect(dialog).toContainText('Your session has expired.')
  await signInByDialog(page, member)
  await expect(likeButton(page)).toHaveAccessibleName('Liked 1')

  await expire()
  await downloadButton(page).click()
  await expect(dialog).toContainText('Your session has expired.')
  const saving = page.waitForEvent('download')
  await signInByDialog(page, member)
  expect((await saving).suggestedFilename()).toBe(`${script.name} 1.2.0.zip`)

  await expire()
  await page.reload()
  await expect(page.getByText('Your session has expired')).toBeVisible()
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Sign in' })
    .click()
  await expect(dialog).toContainText('Your session has expired.')
})

async function signInByDialog(page: Page, { email, password }: { email: string; password: string }) {
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toBeHidden()
}
