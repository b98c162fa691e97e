import { expect } from '@playwright/test'

import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { zipFile } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { expectFocusNotLost, recordRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { archiveField, openForm, tagsField } from './submit-form.ts'
import { registerUploader, signInPage, submitScript } from './users.ts'

test('a chosen zip is read before it is sent, fills in empty fields and shows notes on its manifest', async ({
  page,
}) => {
  const { form } = await openForm(page)
  const manifest = `fx_version 'cerulean'
game 'gta5'
version '1.4.0'
description 'Shows health and speed on the screen.'
shared_script '@ox_lib/init.lua'
dependency 'es_extended'
client_script 'client/lost.lua'`
  const name = form.getByLabel('Script name')
  const version = form.getByLabel('Version')
  await version.fill('1.3.0')
  const calls = recordRequests(page)

  const license = 'MIT License\n\nPermission is hereby granted, free of charge, to any person'
  const members = [
    { name: 'my_hud/fxmanifest.lua', content: manifest, deflate: true },
    { name: 'my_hud/README.md', content: '# Setup\n\n| Key | Use |\n|---|---|\n| F5 | Menu |\n' },
    { name: 'my_hud/LICENSE', content: license },
  ]
  await archiveField(form).setInputFiles(zipFile('hud.zip', zipOf(members)))
  await expect(form.getByText('Found: my_hud 1.4.0 (ESX, needs ox_lib)')).toBeVisible()
  const notes = form.getByRole('list', { name: 'Notes on the manifests' }).getByRole('listitem')
  await expect(notes).toHaveText([
    /The manifest says version 1\.4\.0, but the form says 1\.3\.0\./,
    /^my_hud\/fxmanifest\.lua, line 7 client\/lost\.lua does not exist\.$/,
  ])
  await form.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(name).toHaveValue('my_hud')
  await expect(form.getByLabel('Description')).toHaveValue('Shows health and speed on the screen.')
  await expect(tagsField(form)).toHaveValue('esx, ox_lib')
  await expect(version).toHaveValue('1.3.0')
  await expect(form.getByRole('textbox', { name: /^Documentation(?! link)/ })).toHaveValue(/^# Setup/)
  await expect(form.getByLabel('Licence')).toHaveValue('MIT')
  await expect(form.getByText('Filled in: name, description, tags, documentation, licence.')).toBeVisible()

  await name.fill('Health and speed')
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(tagsField(form)).toHaveValue('')
  await expect(name).toHaveValue('Health and speed')
  await expectFocusNotLost(page)
  await version.fill('1.4.0')
  await expect(notes).toHaveCount(1)

  await form.getByRole('button', { name: 'Remove hud.zip' }).click()
  await archiveField(form).setInputFiles(
    zipFile('broken.zip', Buffer.from('PK\x03\x04This is no archive at all.')),
  )
  await expect(form.getByText('The archive could not be read here.')).toBeVisible()
  await form.getByRole('button', { name: 'Remove broken.zip' }).click()
  await archiveField(form).setInputFiles(zipFile('hud.7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')))
  await expect(form.getByText('Will be read after the upload.')).toBeVisible()
  expect(calls.filter((made) => made.startsWith('POST '))).toEqual([])
})

test('the edit form offers texts of a stored archive that the browser cannot read before it is sent', async ({
  page,
}) => {
  const author = await registerUploader()
  const { id } = await submitScript(author, { tags: ['hud'] })
  const members = [
    { name: 'my_hud/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n" },
    { name: 'my_hud/README.md', content: '# Setup\n\nPress F5.\n' },
    { name: 'my_hud/LICENSE', content: 'Permission is hereby granted, free of charge, to any person' },
  ]
  const body = new FormData()
  body.set('number', '2.0.0')
  body.set('scriptFile', new File([new Uint8Array(sevenZipOf(members))], 'my_hud.7z'))
  const { body: version } = await requireSuccess(appUrl, author, 'POST', `/api/scripts/${id}/versions`, body)
  const path = `/api/versions/${version.id}/files`
  await expect.poll(async () => (await requireSuccess(appUrl, author, 'GET', path)).body.files.length).toBe(3)
  await signInPage(page, author)
  await page.goto(`/scripts/${id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Script' })
  await expect(form.getByText('The archive has texts for: documentation, licence')).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await form.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(form.getByText('Filled in: documentation, licence.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Documentation(?! link)/ })).toHaveValue(/^# Setup/)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Script updated')).toBeVisible()
  await page.goto(`/scripts/${id}/edit`)
  await expect(form.getByLabel('Licence')).toHaveValue('MIT')
  await expect(form.getByText('The archive has texts for')).toHaveCount(0)
})
