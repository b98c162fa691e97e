import { expect, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { smallArchive, submitGarage } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { readMailedLink, startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage, uniqueName } from './users.ts'

let app: OwnApp
test.beforeAll(async () => {
  app = await startOwnApp({
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
})
test.afterAll(() => app.stop())

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const visibility = async (page: Page, id: number) =>
  (await page.request.get(`${app.url}/api/scripts/${id}`)).status()

async function decide(page: Page, number: string, decision: string, response: string) {
  await page.goto(`${app.url}/admin/moderation/${number.slice(5)}`)
  await page.getByRole('radio', { name: decision }).check()
  await page.getByRole('textbox', { name: 'Response' }).fill(response)
  await page.getByRole('button', { name: decision, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/moderation(\?|$)/)
}

test('a takedown from the notice over the counter-notice to the restored script', async ({ browser }) => {
  const site = await users.signIn(app.url, owner)
  const author = await users.registerUser(app.url, uniqueName('author'))
  await users.changeGroup(app.url, site, author, 'verified', 'add')
  const id = await submitGarage(app.url, author, 'Disputed garage')
  const claimant = await browser.newPage()

  await claimant.goto(`${app.url}/dmca`)
  await claimant.getByRole('link', { name: 'Send a takedown notice' }).click()
  await expect(heading(claimant)).toHaveText('Takedown Notice')
  await expectNoViolations(claimant)
  await claimant.getByRole('button', { name: 'Send the notice' }).click()
  await expect(claimant.getByLabel('Your name')).toHaveAccessibleDescription(/Please enter your name/)
  for (const statement of [/I believe in good faith/, /Under penalty of perjury/])
    await expect(claimant.getByLabel(statement)).toHaveAccessibleDescription('Please confirm this statement')
  await expectNoViolations(claimant, [390])
  await claimant.getByLabel('Your name').fill('Ada Author')
  await claimant.getByLabel('Email address').fill('ada@example.org')
  await claimant.getByLabel('Who owns the rights').fill('Ada Author')
  await claimant.getByLabel('Your work').fill('My garage, published at https://example.org/garage in 2024.')
  await claimant.getByLabel('What should be removed').fill(`${app.url}/scripts/999999`)
  await claimant.getByLabel(/I believe in good faith/).check()
  await claimant.getByLabel(/Under penalty of perjury/).check()
  await claimant.getByLabel('Signature').fill('Ada Author')
  await claimant.getByRole('button', { name: 'Send the notice' }).click()
  await expect(claimant.getByLabel('What should be removed')).toHaveAccessibleDescription(
    /There is no script at/,
  )
  await claimant.getByLabel('What should be removed').fill(`${app.url}/scripts/${id}`)
  await claimant.getByRole('button', { name: 'Send the notice' }).click()
  await expect(heading(claimant)).toHaveText('Confirm your email address')

  await claimant.goto(`${app.url}/takedown/confirm?token=forged`)
  await expect(heading(claimant)).toHaveText('This link is invalid or has expired')
  await claimant.goto(`${app.url}/${await readMailedLink(app, 'ada@example.org', 'takedown/confirm')}`)
  await expect(heading(claimant)).toHaveText(/^Your notice is DMCA-\d+$/)
  const number = (await heading(claimant).textContent())?.slice('Your notice is '.length) ?? ''
  await claimant.getByRole('link', { name: 'See the status' }).click()
  await expect(claimant.getByText('Waiting for a decision')).toBeVisible()
  await expectNoViolations(claimant)

  const staff = await browser.newPage()
  await signInPage(staff, site)
  await decide(staff, number, 'Take down', 'The notice is complete.')
  expect(await visibility(claimant, id)).toBe(404)
  await staff.goto(`${app.url}/scripts/${id}`)
  await expect(staff.getByText(`Taken down by notice ${number}`)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Restore' })).toBeHidden()
  await claimant.reload()
  await expect(claimant.getByText('Taken down').first()).toBeVisible()
  await expect(claimant.getByText('The notice is complete.')).toBeVisible()

  const uploader = await browser.newPage()
  await signInPage(uploader, author)
  await uploader.goto(`${app.url}/scripts/${id}`)
  const link = uploader.getByRole('link', { name: 'Send a counter-notice' })
  await expect(link).toHaveAttribute('href', `/takedown/${number}/counter-notice`)
  await uploader.goto(`${app.url}/notifications`)
  await uploader.getByRole('link', { name: /you can send a counter-notice/ }).click()
  await expect(uploader.getByText('Ada Author').first()).toBeVisible()
  await expectNoViolations(uploader)
  await uploader.getByLabel('Your name').fill('Bob Builder')
  await uploader.getByLabel('How to reach you').fill('Main Street 1, 12345 Town, bob@example.org')
  await uploader
    .getByLabel('Why it was a mistake')
    .fill('I wrote this script myself and can show its history.')
  await uploader.getByLabel('Signature').fill('Bob Builder')
  await uploader.getByRole('button', { name: 'Send the counter-notice' }).click()
  await expect(uploader.getByText('Please confirm this statement')).toHaveCount(3)
  for (const statement of [
    /I believe in good faith/,
    /Under penalty of perjury/,
    /I consent to the jurisdiction/,
  ])
    await uploader.getByLabel(statement).check()
  await uploader.getByRole('button', { name: 'Send the counter-notice' }).click()
  await expect(uploader.getByText('Your counter-notice was sent')).toBeVisible()
  await claimant.reload()
  await expect(claimant.getByText('A counter-notice was sent')).toBeVisible()

  await decide(staff, number, 'Restore', 'The claimant did not go to court.')
  expect(await visibility(claimant, id)).toBe(200)
  await claimant.reload()
  await expect(claimant.getByText('Restored', { exact: true })).toBeVisible()
})

test('the decision form names the other scripts with the archive, and the first author keeps it', async ({
  browser,
}) => {
  const site = await users.signIn(app.url, owner)
  const archive = smallArchive('print("The same in each of them.")')
  const ids: number[] = []
  for (const name of ['First garage', 'Copied garage', 'Excepted garage']) {
    const author = await users.registerUser(app.url, uniqueName('author'))
    await users.changeGroup(app.url, site, author, 'verified', 'add')
    ids.push(await submitGarage(app.url, author, name, archive))
  }
  const reporter = await users.registerUser(app.url, uniqueName('reporter'))
  const { body } = await requireSuccess(app.url, reporter, 'POST', '/api/cases', {
    kind: 'report',
    scriptId: ids[1] ?? 0,
    reason: 'stolen',
    text: 'This is a copy of the first one.',
  })
  const page = await browser.newPage()
  await signInPage(page, site)
  await page.goto(`${app.url}/admin/moderation/${body.id}`)
  await page.getByRole('radio', { name: 'Hide the script' }).check()
  const effect = await delayRequests(page, '**/effect')
  await page.getByRole('checkbox', { name: 'This archive' }).check()
  await page.getByRole('button', { name: 'Hide the script' }).click()
  await expect(page.getByText('It will be sent if it affects no other script.')).toBeVisible()
  effect.release()
  await expect(page.getByText('Not sent: it affects other scripts, which are listed below.')).toBeVisible()

  const others = page.getByRole('group', { name: 'Other scripts with a blocked archive or file' })
  const first = others.getByRole('listitem').filter({ hasText: 'First garage' })
  await expect(first).toContainText('Stays public: its author uploaded it first.')
  const excepted = others.getByRole('listitem').filter({ hasText: 'Excepted garage' })
  await expect(excepted).toContainText('It is hidden until a moderator has reviewed it.')
  await excepted.getByRole('checkbox', { name: 'Leave it public' }).check()
  await expectNoViolations(page, [1440, 390])
  await page.getByRole('textbox', { name: 'Response' }).fill('It is a copy.')
  await page.getByRole('button', { name: 'Hide the script' }).click()
  await expect(page).toHaveURL(/\/admin\/moderation(\?|$)/)

  const seen: number[] = []
  for (const id of ids) seen.push((await fetch(`${app.url}/api/scripts/${id}`)).status)
  expect(seen).toEqual([200, 404, 200])
})

/** The statuses of repeated requests of a script, until it is stopped. */
function watchScript(id: number) {
  const statuses = new Set<number>()
  const stop = new AbortController()
  const watching = (async () => {
    while (!stop.signal.aborted) statuses.add((await fetch(`${app.url}/api/scripts/${id}`)).status)
  })()
  return async () => {
    stop.abort()
    await watching
    return [...statuses]
  }
}

test('a notice over scripts of three uploaders is decided for each, and the original author keeps theirs', async ({
  browser,
}) => {
  const site = await users.signIn(app.url, owner)
  const archive = smallArchive('print("The same in the original and in its copy.")')
  const uploads: { id: number; name: string; uploader: string }[] = []
  for (const [name, content] of [
    ['Original harbour', archive],
    ['Copied harbour', archive],
    ['Another harbour', smallArchive('print("Another harbour.")')],
  ] as const) {
    const author = await users.registerUser(app.url, uniqueName('author'))
    await users.changeGroup(app.url, site, author, 'verified', 'add')
    const id = await submitGarage(app.url, author, name, content)
    uploads.push({ id, name, uploader: author.username })
  }
  const [original, ...copies] = uploads.map(({ id }) => id)
  const notice = {
    name: 'Cleo Claimant',
    email: 'cleo@example.org',
    onBehalfOf: 'Cleo Claimant',
    right: 'copyright',
    work: 'My harbour, published at https://example.org/harbour in 2024.',
    urls: uploads.map(({ id }) => `${app.url}/scripts/${id}`),
    goodFaith: true,
    perjury: true,
    signature: 'Cleo Claimant',
  }
  await requireSuccess(app.url, null, 'POST', '/api/takedowns', notice)
  const claimant = await browser.newPage()
  const confirmation = await readMailedLink(app, notice.email, 'takedown/confirm')
  await claimant.goto(`${app.url}/${confirmation}`)
  await claimant.getByRole('link', { name: 'See the status' }).click()
  await expect(claimant.getByText('Waiting for a decision')).toBeVisible()
  const number = await heading(claimant).textContent()

  const staff = await browser.newPage()
  await signInPage(staff, site)
  await staff.goto(`${app.url}/admin/moderation/${number?.slice(5)}`)
  await staff.getByRole('radio', { name: 'Take down' }).check()
  const choice = staff.getByRole('group', { name: 'Take down' })
  await expect(choice.getByRole('checkbox')).toHaveCount(uploads.length)
  for (const { name, uploader } of uploads) {
    const box = choice.getByRole('checkbox', { name: `${name} by ${uploader}` })
    await expect(box).not.toBeChecked()
    await expect(box).toHaveAccessibleDescription('The notice is denied for this script.')
  }
  for (const name of ['Copied harbour', 'Another harbour']) {
    await choice.getByRole('checkbox', { name }).check()
    await expect(choice.getByRole('checkbox', { name })).toHaveAccessibleDescription('')
  }
  await expectNoViolations(staff, [1440, 390])
  await staff.getByRole('textbox', { name: 'Response' }).fill('Two of them are copies.')
  const stopWatching = watchScript(original ?? 0)
  await staff.getByRole('button', { name: 'Take down', exact: true }).click()
  await expect(staff).toHaveURL(/\/admin\/moderation(\?|$)/)

  for (const id of copies) expect(await visibility(claimant, id)).toBe(404)
  expect(await stopWatching()).toEqual([200])
  await claimant.reload()
  await expect(claimant.getByText('Two of them are copies.')).toBeVisible()
  await expect(claimant.getByRole('main').getByRole('listitem')).toHaveText([
    /^Original harbour\s*Not taken down$/,
    /^Copied harbour\s*Taken down$/,
    /^Another harbour\s*Taken down$/,
  ])
  await expectNoViolations(claimant, [1440, 390])
})
