import { expect, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { expectNoViolations } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import {
  addToGroup,
  registerModerator,
  registerUploader,
  registerUser,
  signInOwner,
  signInPage,
  submitScript,
  uniqueName,
} from './users.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

async function hideWith(page: Page, reason: string, note: string) {
  const dialog = page.getByRole('dialog', { name: /^Hide/ })
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption(reason)
  await dialog.getByLabel('Note for the author').fill(note)
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog).toBeHidden()
}

test('scripts are hidden in bulk with a reason, and the toast undoes it', async ({ page, request }) => {
  const author = await registerUploader()
  const moderator = await registerModerator()
  const [first, second] = [await submitScript(author), await submitScript(author)]
  const own = await submitScript(moderator)
  await signInPage(page, moderator)
  await page.goto(`/admin/scripts?q=${author.username}`)

  await expect(page.getByText('2 scripts')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('searchbox', { name: 'Search scripts' }).fill(`#${own.id}`)
  await page.getByRole('checkbox', { name: `Select ${own.name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected scripts' })
  await expect(bar.getByText('3 scripts selected, 2 on other pages, 1 of your own')).toBeVisible()
  await bar.getByRole('button', { name: 'Hide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide 3 scripts' })
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Reason' })).toBeFocused()
  await hideWith(page, 'Stolen work', 'It is the garage of another author.')

  const failures = page.getByRole('alertdialog', { name: '1 script not changed' })
  await expect(failures).toContainText(`${own.name}: You cannot hide or restore your own scripts`)
  for (const { id } of [first, second]) expect((await request.get(`/api/scripts/${id}`)).status()).toBe(404)
  await failures.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 scripts restored again')).toBeVisible()
  for (const { id } of [first, second]) expect((await request.get(`/api/scripts/${id}`)).status()).toBe(200)
})

test('the filters are in the URL, and the panel of a script hides and restores it', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author, { category: 'Housing' })
  await signInPage(page, await registerModerator())
  await page.goto(`/admin/scripts?author=${author.username}&category=Housing`)
  await expect(row(page, script.name).getByText('Published')).toBeVisible()

  await page.getByLabel('State').selectOption('Hidden')
  await expect(page).toHaveURL(`/admin/scripts?state=removed&category=Housing&author=${author.username}`)
  await expect(page.getByText('No scripts match this search and these filters.')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('State')).toHaveValue('')

  await page.goto(`/admin/scripts?script=${script.id}`)
  const details = panel(page, script.name)
  await expect(details.getByRole('link', { name: author.username })).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await details.getByRole('button', { name: 'Hide' }).click()
  const hiding = page.getByRole('dialog', { name: `Hide “${script.name}”` })
  await hiding.getByLabel('Note for the author').fill('Please explain where this comes from.')
  await hiding.getByRole('button', { name: 'Saved texts' }).click()
  await page.getByRole('menuitem', { name: 'Save this reason' }).click()
  await expect(page.getByText('Reason saved')).toBeVisible()
  await hiding.getByLabel('Note for the author').fill('')
  await hiding.getByRole('button', { name: 'Saved texts' }).click()
  await page.getByRole('menuitem', { name: 'Please explain where this comes from.' }).click()
  await expect(hiding.getByLabel('Note for the author')).toHaveValue('Please explain where this comes from.')
  await hiding.getByRole('combobox', { name: 'Reason' }).selectOption('Other')
  await hiding.getByRole('button', { name: 'Hide' }).click()
  await expect(details.getByText('Hidden since')).toBeVisible()
  await expect(details.getByText('Please explain where this comes from.').first()).toBeVisible()
  expect((await request.get(`/api/scripts/${script.id}`)).status()).toBe(404)

  await details.getByRole('button', { name: 'Restore' }).click()
  await expect(details.getByText('Published')).toBeVisible()
  await expect(details.getByText(/Other, by .*, restored/)).toBeVisible()
  expect((await request.get(`/api/scripts/${script.id}`)).status()).toBe(200)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).toHaveURL('/admin/scripts')
  await expectFocusNotLost(page)
})

test('a script with the archive of another author says so in the table and in its panel', async ({
  page,
}) => {
  const archive = zipOf([
    { name: 'boats/client.lua', content: `print('${uniqueName('boats')}')`, deflate: true },
  ])
  const [author, copier] = [await registerUploader(), await registerUploader()]
  const original = await submitScript(author, { archive })
  const copy = await submitScript(copier, { archive })
  await signInPage(page, await registerModerator())
  await page.goto(`/admin/scripts?author=${copier.username}`)
  const text = `Same archive as ${original.name} by ${author.username}, uploaded earlier`
  await expect(page.getByRole('link', { name: text })).toHaveAttribute('href', `/scripts/${original.id}`)

  await page.getByRole('link', { name: copy.name, exact: true }).click()
  const details = panel(page, copy.name)
  await expect(details.getByText(text)).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await details.getByRole('link', { name: `Open ${original.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: original.name })).toBeVisible()
})

test('the table works with the keyboard', async ({ page }) => {
  const author = await registerUploader()
  const older = await submitScript(author, { name: 'Keyboard older' })
  const newer = await submitScript(author, { name: 'Keyboard newer' })
  await signInPage(page, await registerModerator())
  await page.goto(`/admin/scripts?author=${author.username}`)
  const link = (name: string) => page.getByRole('row').getByRole('link', { name })
  await expect(link(newer.name)).toBeVisible()

  await page.keyboard.press('j')
  await expect(link(newer.name)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link(older.name)).toBeFocused()
  await page.keyboard.press('k')
  await expect(link(newer.name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page, newer.name)).toBeVisible()
  await page.keyboard.press('j')
  await expect(panel(page, older.name)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`script=${older.id}`))
  await page.keyboard.press('Escape')
  await expect(panel(page, older.name)).toBeHidden()
  await expect(link(older.name)).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search scripts' }).pressSequentially('jk')
  await expect(page.getByRole('searchbox', { name: 'Search scripts' })).toHaveValue('jk')
})

test('a moderator hides a script on its page, and the author reads why and can appeal', async ({
  page,
  browser,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, await registerModerator())
  await page.goto(`/scripts/${script.id}`)
  const tools = page.getByRole('region', { name: 'Script management' })
  await tools.getByRole('button', { name: 'Hide' }).click()
  await hideWith(page, 'Spam', 'It only advertises a shop.')
  const hidden = page.getByText('Hidden by a moderator since')
  await expect(hidden).toBeVisible()
  await expect(page.getByRole('link', { name: 'Appeal' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)

  const own = await browser.newPage()
  await signInPage(own, author)
  await own.goto(`/scripts/${script.id}`)
  await expect(own.getByText('Spam: It only advertises a shop.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expect(own.getByRole('link', { name: 'Appeal' })).toHaveAttribute(
    'href',
    /\/cases\?appeal=removal-\d+$/,
  )

  await tools.getByRole('button', { name: 'Restore' }).click()
  await expect(hidden).toHaveCount(0)
  const toast = page.getByRole('listitem').filter({ hasText: 'Script restored' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(hidden).toBeVisible()
})

test('an administrator types the name of a script to delete it', async ({ page, request }) => {
  const script = await submitScript(await registerUploader())
  await signInPage(page, await signInOwner())
  await page.goto(`/scripts/${script.id}`)
  await page
    .getByRole('region', { name: 'Script management' })
    .getByRole('button', { name: 'Delete' })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('This cannot be undone.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete Script' })).toBeDisabled()
  await question.getByLabel(`Type ${script.name} to delete it`).fill(script.name)
  await question.getByRole('button', { name: 'Delete Script' }).click()

  await expect(page).toHaveURL('/scripts')
  expect((await request.get(`/api/scripts/${script.id}`)).status()).toBe(404)
})

test('without the permission to moderate, the screen has the placeholder', async ({ page }) => {
  const administrator = await registerUser('viewer')
  await addToGroup(administrator, 'moderator')
  const { user } = administrator
  const permissions = ['admin.system.access', 'admin.scripts.view', 'admin.dashboard.view']
  await page.route('**/api/auth/profile', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, user: { ...json.user, permissions } } })
  })
  await signInPage(page, { ...administrator, user: { ...user, permissions } })
  await page.goto('/admin/scripts')

  await expect(page.getByText('Script management interface coming soon...')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
