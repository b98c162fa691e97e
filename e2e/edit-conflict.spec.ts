import { expect } from '@playwright/test'

import { test } from './journey.ts'
import { bearer, registerAuthor, registerModerator, signInPage, submitScript } from './people.ts'

test('an edit that was overtaken by somebody else’s is told so, keeps what was typed and may be saved over it', async ({
  page,
  request,
}) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Script' })
  const name = form.getByLabel('Script name')
  await name.fill('The name of the author')
  await form.getByLabel('Version').fill('7.7')
  const moderated = await request.put(`/api/scripts/${script.id}`, {
    headers: bearer(await registerModerator(request)),
    multipart: { name: 'The name of the moderator' },
  })
  expect(moderated.status()).toBe(200)

  await form.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByRole('alert')).toContainText('Somebody else has changed this script')
  await expect(name).toHaveAccessibleDescription(/^Somebody else has changed this in the meantime/)
  await expect(name).toHaveValue('The name of the author')
  await expect(form.getByLabel('Version')).toHaveValue('7.7')
  const kept = await (await request.get(`/api/scripts/${script.id}`)).json()
  expect(kept).toMatchObject({ name: 'The name of the moderator', version: '1.2.0' })

  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The name of the author')
})
