import { expect, type Page } from '@playwright/test'

import { test } from './fixtures.ts'
import { uniqueName, countScripts } from './users.ts'
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

test('a draft survives a file of the site that cannot be loaded, and Try Again brings the form back', async ({
  page,
}) => {
  const { author, form } = await openForm(page)
  await form.getByLabel('Script name').fill('Half a script')
  await page.route('**/assets/Menu-*', (route) => route.abort())
  page.on('dialog', (question) => void question.accept())

  await page.getByRole('button', { name: `Account of ${author.username}` }).click()
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Something went wrong')
  await page.unroute('**/assets/Menu-*')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')

  await expect(page.getByText('Your draft is back')).toBeVisible()
  await expect(form.getByLabel('Script name')).toHaveValue('Half a script')
})
