import { expect } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript, uniqueName } from './users.ts'

async function createCollection(title: string, scripts: readonly number[]) {
  const owner = await registerUser('collector')
  const draft = { title, text: 'All for a **quiet** town.', visibility: 'public' }
  const { body } = await requireSuccess(appUrl, owner, 'POST', '/api/collections', draft)
  const id = Number(body.id)
  const entries = scripts.map((scriptId) => ({ scriptId, note: 'Start with it.' }))
  await requireSuccess(appUrl, owner, 'PUT', `/api/collections/${id}/entries`, { entries })
  return { owner, id }
}

test('a member finds a collection, follows it, makes one from the install page, orders it and gets the recipe', async ({
  page,
}) => {
  test.slow()
  const author = await registerUploader()
  const [first, second] = [await submitScript(author), await submitScript(author)]
  const title = uniqueName('Harbour')
  const { id } = await createCollection(title, [first.id])
  await signInPage(page, await registerUser('member'))

  await page.goto('/collections')
  await page.getByRole('searchbox', { name: 'Search collections' }).fill(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText('1 collection', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/collections/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Start with it.')).toBeVisible()
  const follow = page.getByRole('button', { name: /^Follow/ })
  await follow.click()
  await expect(follow).toHaveAccessibleName('Following 1')
  await expectNoViolations(page)

  await page.goto(`/scripts/${first.id}/install`)
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add to a collection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create and add' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'New collection' }).fill('My town')
  await dialog.getByRole('button', { name: 'Create and add' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'My town' })).toBeChecked()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  // The result of the analysis moves what is below it, and a press that ends beside its button is no click.
  const state = async () =>
    (await (await page.request.get(`/api/scripts/${second.id}`)).json()).analysis?.state
  await expect.poll(state).toBe('done')
  await page.goto(`/scripts/${second.id}`)
  await page.getByRole('button', { name: 'Add to a collection' }).filter({ visible: true }).click()
  await dialog.getByRole('checkbox', { name: 'My town' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'My town' })).toBeChecked()
  await dialog.getByRole('link', { name: 'Your collections' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Your Collections' })).toBeVisible()
  await page.getByRole('link', { name: 'My town' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Scripts in their order' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('button', { name: /up$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(rows.nth(0)).toContainText(second.name)
  await rows.nth(0).getByRole('textbox').fill('The base.')
  await rows.nth(0).getByRole('button', { name: 'Newest version: change' }).click()
  const version = rows.nth(0).getByRole('combobox', { name: `Version of ${second.name}` })
  await expect(version).toBeFocused()
  await version.selectOption('1.2.0')
  await page.getByRole('button', { name: 'Save scripts' }).click()
  await expect(page.getByText('Scripts saved')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'My town' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The base.' })).toContainText(second.name)
  await expect(page.getByRole('listitem').filter({ hasText: 'The base.' })).toContainText('1.2.0')
  await page.getByRole('button', { name: 'Generate recipe' }).click()
  await expect(page.getByRole('group', { name: 'Recipe', exact: true })).toContainText('download_file')
  await expect(page.getByText(/node cli\.mjs add collection:\d+/)).toBeVisible()
  await page.goto('/collections/saved')
  await expect(page.getByRole('link', { name: first.name })).toBeVisible()
})

test('an order is changed by dragging, and leaving with changes asks first', async ({ page }) => {
  const author = await registerUploader()
  const [first, second] = [await submitScript(author), await submitScript(author)]
  const { owner, id } = await createCollection(uniqueName('Town'), [first.id, second.id])
  await signInPage(page, owner)
  await page.goto(`/collections/${id}/edit`)
  const rows = page.getByRole('list', { name: 'Scripts in their order' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText(first.name)

  await rows.nth(1).locator('[draggable=true]').dragTo(rows.nth(0))

  await expect(rows.nth(0)).toContainText(second.name)
  await page.getByRole('link', { name: 'Your collections' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(rows.nth(0)).toContainText(first.name)
  // A double click asks and does not answer.
  await page.getByRole('button', { name: 'Delete collection' }).dblclick()
  await page.getByRole('button', { name: 'Click again to confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Collections' })).toBeVisible()
  await expect(page.getByText('No collections yet')).toBeVisible()
})

test('saving one part of a collection keeps the focus, and the unsaved input of the other part', async ({
  page,
}) => {
  const author = await registerUploader()
  const [first, second] = [await submitScript(author), await submitScript(author)]
  const { owner, id } = await createCollection(uniqueName('Town'), [first.id, second.id])
  await signInPage(page, owner)
  await page.goto(`/collections/${id}/edit`)
  const rows = page.getByRole('list', { name: 'Scripts in their order' }).getByRole('listitem')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Harbour nights')
  await rows.nth(1).getByRole('button', { name: /up$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(rows.nth(0)).toContainText(second.name)

  const saveScripts = page.getByRole('button', { name: 'Save scripts' })
  await saveScripts.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Scripts saved')).toBeVisible()
  await expect(saveScripts).toBeDisabled()
  await expect(saveScripts).toBeFocused()
  await expect(title).toHaveValue('Harbour nights')

  await rows.nth(0).getByRole('textbox').fill('The base.')
  const saveDetails = page.getByRole('button', { name: 'Save details' })
  await saveDetails.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Harbour nights' })).toBeVisible()
  await expect(saveDetails).toBeDisabled()
  await expect(saveDetails).toBeFocused()
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('The base.')

  await rows
    .nth(0)
    .getByRole('button', { name: /^Remove/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(saveScripts).toBeFocused()
  const undo = page.getByRole('button', { name: 'Undo changes' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(undo).toBeFocused()

  await title.fill('Harbour days')
  await page.getByRole('link', { name: 'Your collections' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(title).toHaveValue('Harbour days')
})

test('what does not exist, or is not public, has a page with a way out; lists that fail can be tried again', async ({
  page,
}) => {
  const { owner, id } = await createCollection(uniqueName('Quiet'), [])
  await requireSuccess(appUrl, owner, 'PUT', `/api/collections/${id}`, {
    title: 'Quiet',
    visibility: 'private',
  })

  for (const path of [`/collections/${id}`, '/collections/abc']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Collection Not Found' })).toBeVisible()
  }
  const browse = page.getByRole('main').getByRole('link', { name: 'Browse Collections' })
  await waitForHydration(browse)
  await browse.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  await page.route('**/api/collections?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('searchbox', { name: 'Search collections' }).fill('something else')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to load collections')).toBeVisible()
  await page.unroute('**/api/collections?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No collections found')).toBeVisible()
  await page.goto('/collections/mine')
  await expect(page.getByText('Sign in to see your collections.')).toBeVisible()
  await page.goto('/collections/saved')
  await expect(page.getByText('Sign in to see what you saved.')).toBeVisible()
})

test('an owner invites an editor, who adds a script, changes no visibility and leaves', async ({
  browser,
}) => {
  test.slow()
  const { name } = await submitScript(await registerUploader())
  const title = uniqueName('Crew')
  const { owner, id } = await createCollection(title, [])
  const editor = await registerUser('editor')
  const own = await browser.newPage()
  await signInPage(own, owner)
  await own.goto(`/collections/${id}/edit`)
  const editors = own.getByRole('region', { name: 'Editors' })
  await expect(editors.getByText('No editors yet.')).toBeVisible()
  await editors.getByRole('button', { name: 'Invite' }).click()
  await expect(editors.getByText('Username is required')).toBeVisible()
  await editors.getByRole('textbox', { name: 'Invite by username' }).fill(editor.username)
  await editors.getByRole('button', { name: 'Invite' }).click()
  await expect(editors.getByRole('listitem')).toContainText(`${editor.username}Invited, open until`)
  await expectNoViolations(own)

  const page = await browser.newPage()
  await signInPage(page, editor)
  await page.goto('/invitations')
  await expect(page.getByText(`${owner.username} invited you to edit this collection.`)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: `Accept ${title}` }).click()
  await expect(page.getByText(`You edit ${title} now`)).toBeVisible()
  await page.goto('/collections/mine')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('main').getByRole('link', { name: editor.username })).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save details' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Who can see it' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete collection' })).toBeHidden()

  await page.goto(`/scripts?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('button', { name: 'Add to a collection' }).filter({ visible: true }).click()
  // The box is checked before the server has answered.
  const saving = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('dialog').getByRole('checkbox', { name: title }).click()
  expect((await saving).ok()).toBe(true)
  await own.goto(`/collections/${id}`)
  await expect(own.getByRole('link', { name })).toBeVisible()

  await page.goto(`/collections/${id}/edit`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Click again to confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Collections' })).toBeVisible()
  await expect(page.getByText('No collections yet')).toBeVisible()
  await own.close()
  await page.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form of the list searches and sorts', async ({ page }) => {
    const title = uniqueName('Lakeside')
    await createCollection(title, [])
    await page.goto('/collections')
    await page.getByRole('searchbox', { name: 'Search collections' }).fill(title)
    await page.getByLabel('Sort').selectOption('followers')
    await page.getByRole('search', { name: 'Collections' }).getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`/collections?q=${title}&sort=followers`)
    await expect(page.getByText('1 collection', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  })
})
