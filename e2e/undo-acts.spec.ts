import { expect } from '@playwright/test'

import { requireSuccess, sendRequest } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import {
  addToGroup,
  registerModerator,
  registerUploader,
  signInOwner,
  signInPage,
  submitScript,
} from './users.ts'

test('an owner sees what a moderator did, undoes it and reads what stays', async ({ page }) => {
  const moderator = await registerModerator()
  const [author, other] = [await registerUploader(), await registerUploader()]
  const script = await submitScript(author)
  const edited = await submitScript(other)
  const ban = { reason: 'Spam', is_permanent: true }
  await requireSuccess(appUrl, moderator, 'POST', `/api/users/admin/users/${author.id}/ban`, ban)
  await requireSuccess(appUrl, moderator, 'POST', `/api/scripts/${script.id}/removal`, { reason: 'spam' })
  const form = new FormData()
  form.set('name', 'Vandalised')
  form.set('tags', '["bad"]')
  await requireSuccess(appUrl, moderator, 'PUT', `/api/scripts/${edited.id}`, form)
  const renamed = new FormData()
  renamed.set('name', 'The name of its author')
  await requireSuccess(appUrl, other, 'PUT', `/api/scripts/${edited.id}`, renamed)
  // Their acts can be undone after they are no moderator any more.
  await addToGroup(moderator, 'moderator', 'remove')
  await signInPage(page, await signInOwner())
  await page.goto(`/admin/users?q=${moderator.username}`)

  await page.getByRole('button', { name: `Actions for ${moderator.username}` }).click()
  await page.getByRole('menuitem', { name: 'Undo Their Actions' }).click()
  const dialog = page.getByRole('alertdialog')
  const acts = dialog.getByRole('list', { name: 'Actions' }).getByRole('listitem')
  await expect(dialog).toContainText('3 actions to undo, 1 that cannot be undone')
  await expect(acts).toHaveText([
    `Lift the ban: ${author.username}`,
    `Restore the script: ${script.name}`,
    'Revert: The name of its author: tags',
    'Stays: The name of its author: name Another user changed it since.',
  ])
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Undo 3 actions' }).click()

  await expect(page.getByText('3 actions undone')).toBeVisible()
  await expect(page.getByText('1 action could not be undone')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect((await sendRequest(appUrl, null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
  const { body } = await sendRequest(appUrl, null, 'GET', `/api/scripts/${edited.id}`)
  expect(body).toMatchObject({ name: 'The name of its author', tags: ['garage', 'vehicles'] })

  await page.getByRole('button', { name: `Actions for ${moderator.username}` }).click()
  await page.getByRole('menuitem', { name: 'Undo Their Actions' }).click()
  await expect(dialog).toContainText('0 actions to undo, 1 that cannot be undone')
  await expect(dialog.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
})
