import { expect, type Route } from '@playwright/test'

import { smallImage } from './author-files.ts'
import { test } from './fixtures.ts'
import {
  bearer,
  registerAdministrator,
  registerModerator,
  registerUploader,
  registerUser,
  signInPage,
  submitScript,
  uniqueName,
} from './users.ts'

test('a conflict in an edit of a script shows each stored value, which is taken or overwritten', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const script = await submitScript(author, {}, [smallImage, smallImage])
  const path = `/api/scripts/${script.id}`
  const { images } = await (await request.get(path)).json()
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Script' })
  const name = form.getByRole('textbox', { name: 'Script name' })
  await name.fill('The name of the author')
  await form.getByLabel('Version').fill('7.7')
  await form.getByRole('button', { name: 'Remove vehicles' }).click()
  await form.getByRole('button', { name: 'Remove image 1' }).click()
  const moderation = {
    name: 'The name of the moderator',
    description: 'A description that only the moderator has changed.',
    tags: '["moderated"]',
    removeImages: JSON.stringify([images[0]]),
  }
  const moderated = await request.put(path, {
    headers: bearer(await registerModerator()),
    multipart: moderation,
  })
  expect(moderated.status()).toBe(200)
  const save = form.getByRole('button', { name: 'Save Changes' })
  const stored = (label: string) => form.getByRole('group', { name: `Stored value of ${label}` })

  await save.click()

  await expect(page.getByRole('alert')).toContainText('This script has changed since you opened it')
  await expect(name).toHaveAccessibleDescription(/^This has changed since you opened it/)
  await expect(stored('Script name')).toContainText('Stored now: The name of the moderator')
  await expect(name).toHaveValue('The name of the author')
  await expect(form.getByLabel('Version')).toHaveValue('7.7')
  await expect(stored('Version')).toBeHidden()
  await expect(form.getByLabel('Description')).toHaveValue(moderation.description)
  await stored('Tags').getByRole('button', { name: 'Use this value' }).click()
  await expect(stored('Tags')).toBeHidden()
  await expect(form.getByRole('textbox', { name: 'Tags' })).toBeFocused()
  await expect(form.getByRole('list', { name: 'Added' })).toHaveText('moderated')
  const current = await (await request.get(path)).json()
  expect(current).toMatchObject({ name: moderation.name, version: '1.2.0', images: [images[1]] })

  await save.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The name of the author')
  const saved = await (await request.get(path)).json()
  expect(saved).toMatchObject({
    version: '7.7',
    description: moderation.description,
    tags: ['moderated'],
    images: [images[1]],
  })
})

test('a reload after a conflict keeps what was entered', async ({ page, request }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Script' })
  const name = form.getByRole('textbox', { name: 'Script name' })
  await name.fill('The name of the author')
  const moderated = await request.put(`/api/scripts/${script.id}`, {
    headers: bearer(await registerModerator()),
    multipart: { name: 'The name of the moderator' },
  })
  expect(moderated.status()).toBe(200)
  const api = `**/api/scripts/${script.id}`
  const read = Promise.withResolvers<Route>()
  await page.route(api, (route) =>
    route.request().method() === 'GET' ? read.resolve(route) : route.continue(),
  )
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const held = await read.promise
  await expect(page.getByText('This script has changed since you opened it')).toHaveCount(0)
  await held.continue()
  await page.unroute(api)
  await expect(page.getByRole('alert')).toContainText('This script has changed since you opened it')

  page.on('dialog', (leaving) => void leaving.accept())
  await page.reload()

  await expect(page.getByText('Your draft is back')).toBeVisible()
  await expect(name).toHaveValue('The name of the author')
})

test('a group that another administrator has changed is not overwritten, and opens again with its new values', async ({
  page,
  request,
}) => {
  const name = uniqueName('group')
  const headers = bearer(await registerAdministrator())
  const created = await request.post('/api/groups', {
    headers,
    data: { name, display_name: name, priority: 700 },
  })
  const { id }: { id: number } = await created.json()
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/groups')
  const edit = page.getByRole('button', { name: `Edit ${name}` })
  await edit.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The text of one administrator')
  const data = { description: 'The text of the other' }
  expect((await request.put(`/api/groups/${id}`, { headers, data })).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveAccessibleDescription(
    /This has changed since you opened it/,
  )
  const stored = dialog.getByRole('group', { name: 'Stored value of Description' })
  await expect(stored).toContainText('Stored now: The text of the other')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'The text of one administrator',
  )
  await stored.getByRole('button', { name: 'Use this value' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('The text of the other')
  await expect(stored).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('The text of the other')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The text of both')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByText('Group updated successfully!')).toBeVisible()
})

test('a conflict in Edit User shows each stored value, which is taken or overwritten', async ({
  page,
  request,
}) => {
  const member = await registerUser('member')
  const headers = bearer(await registerAdministrator())
  await signInPage(page, await registerAdministrator())
  await page.goto(`/admin/users?user=${member.id}`)
  const dialog = page.getByRole('dialog')
  const phone = dialog.getByRole('textbox', { name: 'Phone' })
  await phone.fill('+1 111')
  await dialog.getByLabel('Notes').fill('Mine')
  const data = { phone_number: '+1 222', notes: 'Theirs', email_verified: true }
  const path = `/api/users/admin/users/${member.id}`
  expect((await request.put(path, { headers, data })).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const stored = (label: string) => dialog.getByRole('group', { name: `Stored value of ${label}` })
  await expect(stored('Notes')).toContainText('Stored now: Theirs')
  await expect(phone).toHaveValue('+1 111')
  await expect(dialog.getByRole('checkbox', { name: 'Email confirmed' })).toBeChecked()
  await stored('Phone').getByRole('button', { name: 'Use this value' }).click()
  await expect(phone).toHaveValue('+1 222')
  await expect(phone).toBeFocused()
  await expect(stored('Phone')).toBeHidden()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByText(`User ${member.username} updated successfully!`)).toBeVisible()
  const saved = await (await request.get(path, { headers })).json()
  expect(saved).toMatchObject({ ...data, notes: 'Mine' })
})
