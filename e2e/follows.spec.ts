import { expect, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript } from './users.ts'

const followButton = (page: Page) => page.getByRole('button', { name: /^Follow/ }).filter({ visible: true })

test('a visitor signs in to follow', async ({ page }) => {
  const script = await submitScript(await registerUploader())

  await page.goto(`/scripts/${script.id}`)
  await expect(followButton(page)).toHaveAccessibleName('Follow 0')
  await followButton(page).click()

  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('a script and its author are followed and counted by keyboard; the author sees the number only', async ({
  page,
  browser,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  const member = await registerUser('follower')
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)

  await followButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(followButton(page)).toHaveAccessibleName('Following 1')
  await expect(followButton(page)).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/user/${author.username}`)
  await followButton(page).click()
  await expect(followButton(page)).toHaveAccessibleName('Following 1')
  await followButton(page).click()
  await expect(followButton(page)).toHaveAccessibleName('Follow 0')
  await followButton(page).click()
  await expectNoViolations(page)

  const own = await browser.newPage()
  await signInPage(own, author)
  await own.goto(`/scripts/${script.id}`)
  await expect(own.getByText('1 follower').filter({ visible: true })).toBeVisible()
  await expect(followButton(own)).toHaveCount(0)
  await own.close()
})

test('a failed follow is taken back and says why', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  await signInPage(page, await registerUser('follower'))
  await page.goto(`/scripts/${script.id}`)
  await expect(followButton(page)).toHaveAccessibleName('Follow 0')
  await page.route('**/api/follows/**', (route) =>
    route.fulfill({ status: 409, json: { error: 'You can follow at most 1000', code: 'conflict' } }),
  )

  await followButton(page).click()

  await expect(page.getByText('You can follow at most 1000')).toBeVisible()
  await expect(followButton(page)).toHaveAccessibleName('Follow 0')
})

test('the list of what one follows changes filters, unfollows and takes that back', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  const member = await registerUser('follower')
  await signInPage(page, member)
  await page.goto('/profile/settings?tab=following')
  await expect(page.getByText('You don’t follow anything yet')).toBeVisible()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
  await expectNoViolations(page)
  const { id: authorId } = author
  await requireSuccess(appUrl, member, 'PUT', `/api/follows/script/${script.id}`, {})
  await requireSuccess(appUrl, member, 'PUT', `/api/follows/author/${authorId}`, {})
  await page.reload()

  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: script.name })
  await row.getByLabel('News').selectOption('Only security')
  await row.getByLabel('Framework').selectOption('ESX')
  const filter = async () =>
    (await requireSuccess(appUrl, member, 'GET', `/api/follows/script/${script.id}`)).body.filter
  await expect.poll(filter).toEqual({ news: 'security', framework: 'esx', game: null })
  await expectNoViolations(page)

  await row.getByRole('button', { name: 'Unfollow' }).click()
  await expect(row).toHaveCount(0)
  await expect.poll(filter).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByLabel('Framework')).toHaveValue('esx')
  await expect.poll(filter).toEqual({ news: 'security', framework: 'esx', game: null })
})

test('a search is saved from the list of scripts, listed and removed with an undo', async ({ page }) => {
  const member = await registerUser('searcher')
  await signInPage(page, member)
  await page.goto('/scripts')
  await expect(page.getByRole('searchbox', { name: 'Search scripts' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save this search' })).toHaveCount(0)
  await page.goto('/scripts?q=garage&framework=esx&includes=sql')

  await page.getByRole('button', { name: 'Save this search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await expect(dialog).toContainText('We will notify you about scripts that match: “garage” · ESX')
  await expect(dialog).toContainText('Left out: With SQL files')
  await expectNoViolations(page)
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Garages')
  await dialog.getByLabel('News').selectOption('Only releases')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Search saved')).toBeVisible()

  await page.goto('/profile/settings?tab=following')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Garages' })
  await expect(row).toContainText('Only releases')
  await expect(row.getByRole('link', { name: 'Garages' })).toHaveAttribute(
    'href',
    '/scripts?q=garage&framework=esx',
  )
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit this search' })
  await edit.getByRole('textbox', { name: 'Search text' }).fill('')
  await edit.getByRole('combobox', { name: 'Framework' }).selectOption('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('Choose a search text, category, tag, framework or game')).toBeVisible()
  await edit.getByRole('textbox', { name: 'Search text' }).fill('parking')
  await expectNoViolations(page)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Garages' })).toHaveAttribute('href', '/scripts?q=parking')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Only releases')
})
