import { expect, type Page } from '@playwright/test'

import { test } from './fixtures.ts'
import { countScripts, registerUploader, signInPage, submitScript, uniqueName } from './users.ts'
import { fillIn, openForm, published, sendButton } from './submit-form.ts'

test('a submission whose response is lost is published once, and again only after a confirmation', async ({
  page,
}) => {
  const { author, form } = await openForm(page)
  const name = `Towing ${uniqueName('x')}`
  await loseOneAnswer(page)
  await fillIn(form, { name })

  await sendButton(form).click()
  await expect(form.getByText('Failed to submit script. Please try again.')).toBeVisible()
  expect(await countScripts(author)).toBe(1)
  await form.getByLabel('Script name').fill(`${name} again`)
  await sendButton(form).click()
  await expect(form.getByText(/An earlier try of this submission has been published/)).toBeVisible()
  expect(await countScripts(author)).toBe(1)
  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(await countScripts(author)).toBe(2)
})

test('a submission whose response is lost creates one script when it is sent again', async ({ page }) => {
  const { author, form } = await openForm(page)
  await loseOneAnswer(page)
  await fillIn(form, { name: `Towing ${uniqueName('x')}` })

  await sendButton(form).click()
  await expect(form.getByText('Failed to submit script. Please try again.')).toBeVisible()
  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(await countScripts(author)).toBe(1)
})

/** The next submission arrives, but its response is lost. */
async function loseOneAnswer(page: Page): Promise<void> {
  let losses = 1
  await page.route('**/api/scripts', async (route) => {
    if (route.request().method() !== 'POST' || losses === 0) return route.continue()
    losses -= 1
    await route.fetch()
    return route.abort('connectionreset')
  })
}

test('a part of the page that cannot be loaded leaves the form as it is; after Reload the draft is back and the part works', async ({
  page,
}) => {
  const { author, form } = await openForm(page)
  await form.getByLabel('Script name').fill('Half a script')
  await page.route('**/assets/Menu-*', (route) => route.abort())
  page.on('dialog', (question) => void question.accept())
  const account = page.getByRole('button', { name: `Account of ${author.username}` })

  await account.click()
  await expect(page.getByText('A part of this page could not be loaded')).toBeVisible()
  await expect(form.getByLabel('Script name')).toHaveValue('Half a script')
  await expect(account).not.toHaveAttribute('aria-busy')
  await page.unroute('**/assets/Menu-*')
  await page.getByRole('button', { name: 'Reload' }).press('Enter')

  await expect(page.getByText('Your draft is back')).toBeVisible()
  await expect(form.getByLabel('Script name')).toHaveValue('Half a script')
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
})

test('a dialog that cannot be loaded says so each time, also without the file of the messages', async ({
  page,
}) => {
  const author = await registerUploader()
  const { id } = await submitScript(author)
  await signInPage(page, author)
  await page.goto(`/scripts/${id}`)
  await page.route(/assets\/(OwnerDialogs|toast-list)-/, (route) => route.abort())
  const texts: string[] = []
  page.on('dialog', (message) => {
    texts.push(message.message())
    void message.accept()
  })

  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => texts).toHaveLength(count)
  }
  expect(texts[0]).toContain('A part of this page could not be loaded')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
})

test('a page whose form cannot be loaded shows an error, and Try Again loads it', async ({ page }) => {
  const author = await registerUploader()
  await signInPage(page, author)
  await page.goto('/')
  await page.route('**/assets/SubmitScriptForm-*', (route) => route.abort())

  await page.goto('/submit')
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Something went wrong')
  await page.unroute('**/assets/SubmitScriptForm-*')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')

  await expect(page.getByLabel('Script name')).toBeVisible()
})
