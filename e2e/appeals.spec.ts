import { expect } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { startModeratedApp, type ModeratedApp } from './moderated-app.ts'
import { uniqueName } from './users.ts'

test.describe.configure({ mode: 'default' })

let app: ModeratedApp
test.beforeAll(async () => {
  app = await startModeratedApp()
})
test.afterAll(() => app.stop())

test('a banned member appeals, and another moderator than the issuer of the ban decides', async ({
  browser,
}) => {
  const [issuer, other] = [
    await app.register('issuer', 'moderator'),
    await app.register('other', 'moderator'),
  ]
  const member = await app.register('member')
  await requireSuccess(app.url, issuer, 'POST', `/api/users/admin/users/${member.id}/ban`, {
    reason: 'Advertising in each description.',
    is_permanent: true,
  })
  const memberPage = await app.openPage(browser, member, '/')
  await memberPage.getByRole('button', { name: 'Appeal this ban' }).click()
  const text = memberPage.getByRole('textbox', { name: 'Why do you think this decision is wrong?' })
  await text.fill('Too short.')
  await memberPage.getByRole('button', { name: 'Send appeal' }).click()
  await expect(text).toHaveAccessibleDescription(/at least 20 characters/)
  await expectNoViolations(memberPage, [1440, 390])
  await text.fill('It was one link to my own documentation, which I have removed.')
  await memberPage.getByRole('button', { name: 'Send appeal' }).click()
  await expect(memberPage.getByRole('heading', { name: /^Appeal #/ })).toContainText('Open')
  await expectNoViolations(memberPage, [1440, 390])

  const queue = '/admin/moderation?kind=appeal'
  const issuerPage = await app.openPage(browser, issuer, queue)
  await issuerPage.getByRole('link', { name: member.username, exact: true }).click()
  await expect(issuerPage.getByText('Another user must decide the appeal.')).toBeVisible()
  await expect(issuerPage.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(issuerPage.getByRole('radio', { name: /^Grant/ })).toHaveCount(0)

  const page = await app.openPage(browser, other, queue)
  await page.getByRole('link', { name: member.username, exact: true }).click()
  await expect(page.getByText('Advertising in each description.').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Grant/ })).toHaveAttribute('aria-keyshortcuts', 'g')
  await page.keyboard.press('g')
  await page.keyboard.type('One link is fine.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('No appeals are waiting for a decision.')).toBeVisible()

  // The screen reads the ban again when its window gets the focus.
  await memberPage.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(memberPage.getByText('Account Suspended')).toHaveCount(0)
  await memberPage.goto('/cases')
  await memberPage.getByRole('link', { name: /Appeal #/ }).click()
  await expect(memberPage.getByRole('heading', { name: 'Appeal granted' })).toBeVisible()
  await expect(memberPage.getByText('One link is fine.')).toBeVisible()
  await Promise.all([memberPage.close(), issuerPage.close(), page.close()])
})

test('the author of a hidden script appeals, and a moderator restores it', async ({ browser }) => {
  const author = await app.register('author', 'verified')
  const name = uniqueName('Marina')
  const id = await app.publish(author, name)
  await requireSuccess(app.url, app.site, 'POST', `/api/scripts/${id}/removal`, {
    reason: 'stolen',
    note: 'It looks like the work of another author.',
  })
  const authorPage = await app.openPage(browser, author, `/scripts/${id}`)
  await authorPage.getByRole('link', { name: 'Appeal' }).click()
  await authorPage
    .getByRole('textbox', { name: 'Why do you think this decision is wrong?' })
    .fill('Both scripts are mine, I have two accounts and can show it.')
  await authorPage.getByRole('button', { name: 'Send appeal' }).click()
  await expect(authorPage).toHaveURL(/\/cases\/\d+$/)

  const page = await app.openPage(
    browser,
    await app.register('moderator', 'moderator'),
    '/admin/moderation?kind=appeal',
  )
  await page.getByRole('link', { name, exact: true }).click()
  const grant = page.getByRole('radio', { name: /^Grant/ })
  await expect(grant).toHaveAttribute('aria-keyshortcuts', 'g')
  await grant.check()
  await page.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByText('No appeals are waiting for a decision.')).toBeVisible()
  await authorPage.reload()
  await expect(authorPage.getByRole('heading', { name: 'Appeal granted' })).toBeVisible()
  const visitor = await browser.newPage()
  await visitor.goto(`${app.url}/scripts/${id}`)
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await Promise.all([authorPage.close(), page.close(), visitor.close()])
})

test('the author of a version that a moderator withdrew appeals from its page', async ({ browser }) => {
  const author = await app.register('author', 'verified')
  const id = await app.publish(author, uniqueName('Harbor'))
  const page = await app.openPage(browser, author, `/scripts/${id}/versions`)
  const version = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(version.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  const { body } = await requireSuccess(app.url, app.site, 'GET', `/api/scripts/${id}`)
  await requireSuccess(app.url, app.site, 'POST', `/api/versions/${body.versionId}/withdraw`, {
    kind: 'broken',
    reason: 'It does not start at all.',
  })

  await page.reload()
  await expect(version.getByText('Only a moderator can restore it.')).toBeVisible()
  await expect(version.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await page.goto(`${app.url}/scripts/${id}`)
  await page.getByRole('link', { name: 'Appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Appeal a withdrawn version' })).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Why do you think this decision is wrong?' })
    .fill('It starts with the server version that the description names.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page).toHaveURL(/\/cases\/\d+$/)
  await page.close()
})

test('a moderator passes on what an author wrote, and lets author and reporter write to each other', async ({
  browser,
}) => {
  const [author, reporter] = [await app.register('author', 'verified'), await app.register('reporter')]
  const id = await app.publish(author, uniqueName('Airport'))
  const report = { kind: 'report', scriptId: id, reason: 'stolen', text: 'I know these files from before.' }
  const { body } = await requireSuccess(app.url, reporter, 'POST', '/api/cases', report)
  const path = `/cases/${body.id}`
  await requireSuccess(app.url, author, 'POST', `/api${path}/messages`, { text: 'I wrote all of it.' })

  const moderator = await app.register('moderator', 'moderator')
  const staffPage = await app.openPage(browser, moderator, `/admin/moderation/${body.id}`)
  const message = staffPage.getByRole('textbox', { name: 'Message' })
  await staffPage.getByRole('button', { name: 'Pass on' }).click()
  await expect(staffPage.getByRole('radio', { name: 'Reporter' })).toBeChecked()
  await expect(message).toHaveValue(/^The author writes:\s+I wrote all of it\.$/)
  await staffPage.getByRole('button', { name: 'Send message' }).click()
  await staffPage.getByRole('button', { name: 'Let the author and the reporter talk directly' }).click()
  await expect(staffPage.getByRole('button', { name: 'Stop direct messages' })).toBeVisible()
  await expectNoViolations(staffPage, [1440, 390])

  const authorPage = await app.openPage(browser, author, path)
  await authorPage.getByRole('radio', { name: 'The reporter' }).check()
  await authorPage.getByRole('textbox', { name: 'Message' }).fill('Where did you see them?')
  await authorPage.getByRole('button', { name: 'Send message' }).click()
  await expect(authorPage.getByRole('listitem').filter({ hasText: 'to the reporter' })).toContainText(
    'Where did you see them?',
  )
  await expectNoViolations(authorPage, [1440, 390])
  await expect(authorPage.getByText(reporter.username)).toHaveCount(0)

  const reporterPage = await app.openPage(browser, reporter, path)
  await expect(reporterPage.getByText('I wrote all of it.')).toBeVisible()
  await expect(reporterPage.getByText('Where did you see them?')).toBeVisible()
  await expect(reporterPage.getByRole('radio', { name: 'The author' })).toBeVisible()
  await Promise.all([staffPage.close(), authorPage.close(), reporterPage.close()])
})

test('the writer of a text that was hidden without a report appeals from the page of the text', async ({
  browser,
}) => {
  const [issuer, other] = [
    await app.register('issuer', 'moderator'),
    await app.register('other', 'moderator'),
  ]
  const writer = await app.register('writer')
  const text = { text: 'Buy my scripts at example.com', links: [] }
  await requireSuccess(app.url, writer, 'PUT', '/api/account/profile-text', text)
  await requireSuccess(app.url, issuer, 'POST', '/api/moderation/texts/bulk', {
    action: 'hide',
    texts: [{ kind: 'profile', id: writer.id }],
    reason: 'Advertising.',
  })

  const page = await app.openPage(browser, writer, '/profile/settings')
  await page.getByRole('link', { name: 'Appeal' }).click()
  await expect(page.getByRole('heading', { name: 'Appeal a hidden text' })).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Why do you think this decision is wrong?' })
    .fill('I give them away for free there.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Hidden text')).toBeVisible()

  const staffPage = await app.openPage(browser, other, '/admin/moderation?kind=appeal')
  await staffPage.getByRole('link', { name: writer.username, exact: true }).click()
  await expect(staffPage.getByText('Buy my scripts at example.com')).toBeVisible()
})
