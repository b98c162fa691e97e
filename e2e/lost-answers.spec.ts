import { expect, type Page } from '@playwright/test'

import { test } from './journey.ts'
import { freshName } from './people.ts'
import { fillIn, openForm, published, scriptsOf, sendButton } from './submit-form.ts'

test('a submission whose answer is lost is published once, and once more only by whoever was told', async ({
  page,
  request,
}) => {
  const { author, form } = await openForm(page, request)
  const name = `Towing ${freshName('x')}`
  await loseOneAnswer(page)
  await fillIn(form, { name })

  await sendButton(form).click()
  await expect(form.getByText('Failed to submit script. Please try again.')).toBeVisible()
  expect(await scriptsOf(request, author)).toBe(1)
  await form.getByLabel('Script name').fill(`${name} again`)
  await sendButton(form).click()
  await expect(form.getByText(/An earlier try of this submission has been published/)).toBeVisible()
  expect(await scriptsOf(request, author)).toBe(1)
  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(await scriptsOf(request, author)).toBe(2)
})

test('a submission whose answer is lost makes one script when it is sent again', async ({
  page,
  request,
}) => {
  const { author, form } = await openForm(page, request)
  await loseOneAnswer(page)
  await fillIn(form, { name: `Towing ${freshName('x')}` })

  await sendButton(form).click()
  await expect(form.getByText('Failed to submit script. Please try again.')).toBeVisible()
  await sendButton(form).click()

  await expect(published(page)).toBeVisible()
  expect(await scriptsOf(request, author)).toBe(1)
})

/** The next submission arrives, and its answer does not. */
async function loseOneAnswer(page: Page): Promise<void> {
  let losses = 1
  await page.route('**/api/scripts', async (route) => {
    if (route.request().method() !== 'POST' || losses === 0) return route.continue()
    losses -= 1
    await route.fetch()
    return route.abort('connectionreset')
  })
}
