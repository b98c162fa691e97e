import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { queryDatabase, startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage, submitScript } from './users.ts'

test.describe.configure({ mode: 'default' })

let app: OwnApp

test.beforeAll('an app with an owner', async () => {
  const { username, email, password } = owner
  app = await startOwnApp({ ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
})
test.afterAll(() => app.stop())

type Mail = { to: string; subject: string; text: string; list?: { id: string; unsubscribeUrl: string } }

async function digestTo(recipient: string): Promise<Mail | undefined> {
  const folder = join(app.dataDir, 'outbox')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const mails: Mail[] = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
  )
  return mails.find(({ to, subject }) => to === recipient && subject.includes('digest'))
}

test('a member follows a script, reads about an update in the bell and in the digest, and unsubscribes', async ({
  browser,
}) => {
  const site = await users.signIn(app.url, owner)
  const [author, reader] = [
    await users.registerUser(app.url, 'marlow'),
    await users.registerUser(app.url, 'reader'),
  ]
  await users.changeGroup(app.url, site, author, 'verified', 'add')
  const change = { email_verified: true }
  await requireSuccess(app.url, site, 'PUT', `/api/users/admin/users/${reader.id}`, change)
  const script = await submitScript(author, { name: 'Garage' }, undefined, app.url)
  const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
  await signInPage(page, { ...reader, user: { ...reader.user, email_verified: true } })

  await page.goto(`/scripts/${script.id}`)
  await page.getByRole('button', { name: 'Follow 0' }).filter({ visible: true }).click()
  await expect(page.getByRole('button', { name: 'Following 1' }).filter({ visible: true })).toBeEnabled()
  await page.goto('/profile/settings?tab=notifications')
  await page.getByLabel('Digest', { exact: true }).selectOption('Every day')
  await page.getByLabel('Time zone', { exact: true }).selectOption('Europe/Berlin')
  await page.getByRole('group', { name: 'Your scripts' }).getByLabel('Email').selectOption('Off')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notification settings saved')).toBeVisible()
  await expectNoViolations(page)

  const form = new FormData()
  const content = `PerformHttpRequest('https://api.example.com/garage', function() end)`
  const archive = zipOf([
    {
      name: 'garage/fxmanifest.lua',
      content: `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n`,
    },
    { name: 'garage/server.lua', content },
  ])
  form.set('scriptFile', new File([new Uint8Array(archive)], 'garage.zip'))
  form.set('number', '1.3.0')
  await requireSuccess(app.url, author, 'POST', `/api/scripts/${script.id}/versions`, form)
  const unread = async () =>
    (await requireSuccess(app.url, reader, 'GET', '/api/notifications')).body.notifications.map(
      ({ text }: { text: string }) => text,
    )
  await expect.poll(unread).toContain('marlow published Garage 1.3.0.')
  const isCompared = `select from script_versions where number = '1.3.0' and change is not null`
  await expect.poll(async () => (await queryDatabase(app, isCompared)).length).toBe(1)
  await page.goto('/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, \d unread$/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    'marlow published Garage 1.3.0.',
  )

  // The next morning.
  await queryDatabase(app, 'update digest_entries set due_at = now()')
  await queryDatabase(app, `select graphile_worker.add_job('send-digests')`)
  await expect.poll(() => digestTo(reader.email)).toBeDefined()
  const { subject, text, list } = (await digestTo(reader.email)) ?? { subject: '', text: '' }
  expect(subject).toBe('Daily digest: Garage 1.3.0 - Scripthaven')
  expect(text).toContain('calls out to api.example.com')

  const visitor = await browser.newPage({ javaScriptEnabled: false })
  const heading = visitor.getByRole('heading', { level: 1 })
  const forged = (list?.unsubscribeUrl ?? '').replace(/\/digest\//, '/followed/')
  expect((await visitor.goto(forged))?.status()).toBe(404)
  await expect(heading).toHaveText('This link does not work')
  await visitor.goto(list?.unsubscribeUrl ?? '')
  await expect(heading).toHaveText('Unsubscribe from these emails?')
  await expect(visitor.getByRole('main')).toContainText('reader')
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading).toHaveText('You are unsubscribed')
  await visitor.close()
  const withScript = await browser.newPage()
  await withScript.goto(list?.unsubscribeUrl ?? '')
  await expect(withScript.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed')
  await expectNoViolations(withScript)
  await withScript.getByRole('link', { name: 'Notification settings' }).click()
  await expect(withScript.getByText('Authentication Required')).toBeVisible()
  await withScript.close()

  await page.goto('/profile/settings?tab=notifications')
  const followed = page.getByRole('group', { name: 'What you follow' })
  await expect(followed.getByLabel('Email')).toHaveValue('off')
  await expect(followed.getByLabel('Bell')).toBeChecked()
  await page.close()
})
