import { expect, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'

import { smallArchive } from './author-files.ts'
import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { startModeratedApp, type ModeratedApp } from './moderated-app.ts'
import { signInPage, uniqueName } from './users.ts'

test.describe.configure({ mode: 'default' })

let app: ModeratedApp
test.beforeAll(async () => {
  app = await startModeratedApp()
})
test.afterAll(() => app.stop())

const decision = (page: Page) => page.getByRole('form', { name: 'Decision' })

/** A version that waits for review. */
async function submitted(archive?: Buffer, prefix = 'author') {
  const author = await app.register(prefix, 'verified')
  const name = uniqueName('Garage')
  const { body: queue } = await requireSuccess(app.url, app.site, 'GET', '/api/moderation/cases?kind=review')
  const id = await app.submit(author, name, archive)
  await app.expectWaiting(queue.counts.review + 1)
  const { body } = await requireSuccess(app.url, author, 'GET', '/api/cases/mine')
  return { author, name, id, caseId: Number(body.cases[0].id) }
}

async function publish(caseId: number): Promise<void> {
  const path = `/api/moderation/cases/${caseId}`
  await requireSuccess(app.url, app.site, 'POST', `${path}/claim`)
  await requireSuccess(app.url, app.site, 'POST', `${path}/decide`, { decision: 'published' })
}

async function stateOf(caseId: number): Promise<string> {
  const { body } = await requireSuccess(app.url, app.site, 'GET', `/api/cases/${caseId}`)
  return body.state
}

test('a key that decides alone is ignored while a case opens, with a sentence', async ({ browser }) => {
  const { name, caseId } = await submitted()
  const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
  await page.clock.install()
  await signInPage(page, await app.register('moderator', 'moderator'))
  await page.goto('/admin/moderation')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)

  await page.getByRole('link', { name, exact: true }).click()
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1)
        return decision(page).isVisible()
      },
      { intervals: [20] },
    )
    .toBe(true)
  await page.keyboard.press('p')

  const note = page.getByText('Ignored because the case had just opened. Press the key again.')
  await expect(note).toBeVisible()
  await page.clock.resume()
  await expect(page.getByText('Claimed by you until')).toBeVisible()
  expect(await stateOf(caseId)).toBe('open')
  await expect(page.getByRole('radio', { name: /^Publish/ })).toHaveAttribute('aria-keyshortcuts', 'p')
  await page.keyboard.press('p')
  await expect.poll(() => stateOf(caseId)).toBe('closed')
  await page.close()
})

test('a decision before the claim waits for it, and says so when there is no claim', async ({ browser }) => {
  const { name, caseId } = await submitted()
  const page = await app.openPage(browser, await app.register('moderator', 'moderator'), '/admin/moderation')
  const claims = '**/api/moderation/cases/*/claim'
  const answer = Promise.withResolvers<void>()
  await page.route(claims, async (route) => {
    await answer.promise
    await route.fulfill({ status: 409, json: { error: 'Someone else was faster', code: 'conflict' } })
  })
  await page.getByRole('link', { name, exact: true }).click()
  await expect(decision(page)).toBeVisible()

  await page.keyboard.press('2')
  await expect(page.getByRole('radio', { name: /^Reject/ })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('It will be sent as soon as you have claimed the case.')).toBeVisible()
  answer.resolve()

  await expect(page.getByText('Not sent: claim the case first.')).toBeVisible()
  await page.unroute(claims)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Claimed by you until')).toBeVisible()
  expect(await stateOf(caseId)).toBe('open')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stateOf(caseId)).toBe('closed')
  await page.close()
})

test('a review says once why it is reviewed, to its author and to staff', async ({ browser }) => {
  const { author, name, caseId } = await submitted()
  const moderator = await app.register('moderator', 'moderator')
  const pages = [
    await app.openPage(browser, author, `/cases/${caseId}`),
    await app.openPage(browser, moderator, `/admin/moderation/${caseId}`),
  ]
  for (const page of pages) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
    await expect(page.getByText('every version is reviewed here')).toHaveCount(1)
    await page.close()
  }
})

test('on a phone the button Decide brings the decision into view', async ({ browser }) => {
  const { caseId } = await submitted()
  const moderator = await app.register('moderator', 'moderator')
  const page = await app.openPage(browser, moderator, '/')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/moderation/${caseId}`)
  const heading = page.getByRole('heading', { name: 'Decision' })
  const button = page.getByRole('button', { name: 'Decide', exact: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(heading).not.toBeInViewport()

  await button.click()

  await expect(heading).toBeInViewport()
  await expect(heading).toBeFocused()
  await expect(page.getByRole('radio', { name: /^Publish/ })).toBeInViewport()
  await page.close()
})

test('who may ban users and nothing else of moderation has the appeals of bans', async ({ browser }) => {
  const name = uniqueName('guards')
  const permissions = ['admin.system.access', 'admin.users.ban']
  const group = { name, display_name: name, priority: 40, permissions }
  await requireSuccess(app.url, app.site, 'POST', '/api/groups', group)

  const page = await app.openPage(browser, await app.register('guard', name), '/admin/moderation')

  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Kind of case' }).getByRole('link')).toHaveText([
    /Appeals/,
  ])
  await expect(page.getByText('Access Denied')).toHaveCount(0)
  await page.close()
})

for (const width of [1440, 390])
  test(`the decisions of the moderation log are one row of tabs at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${app.url}/moderation`)
    const tabs = page.getByRole('navigation', { name: 'Decision' }).getByRole('link')
    await expect(tabs.nth(5)).toBeAttached()

    const tops = await tabs.evaluateAll((all) =>
      all.map((tab) => Math.round(tab.getBoundingClientRect().top)),
    )
    expect(new Set(tops).size).toBe(1)
  })

test('a case shows its 20 latest messages, and the earlier ones on request', async ({ browser }) => {
  const { author, caseId } = await submitted()
  for (let number = 1; number <= 21; number += 1)
    await requireSuccess(app.url, author, 'POST', `/api/cases/${caseId}/messages`, {
      text: `Message ${number}.`,
    })
  const page = await app.openPage(browser, author, `/cases/${caseId}`)
  const first = page.getByText('Message 1.', { exact: true })
  await expect(page.getByText('Message 21.')).toBeVisible()
  await expect(first).toHaveCount(0)
  const earlier = await delayRequests(page, '**/messages?*')

  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  earlier.release()

  await expect(first).toBeVisible()
  await expect(page.getByText(/^Message \d+\.$/)).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)
  await page.close()
})

test('a report of a text that is hidden or of a user who is banned already offers no dismissal', async ({
  browser,
}) => {
  const [writer, banned] = [await app.register('writer'), await app.register('banned')]
  const reporter = await app.register('reporter')
  const reports = { kind: 'report', reason: 'other', text: 'Look at the profile of this member.' }
  const report = (body: object) =>
    requireSuccess(app.url, reporter, 'POST', '/api/cases', { ...reports, ...body })
  await requireSuccess(app.url, writer, 'PUT', '/api/account/profile-text', { text: 'Buy cars.', links: [] })
  const text = { kind: 'profile', id: writer.id }
  const evidence = [{ url: `${app.url}/users/${writer.username}`, text }]
  const ofText = (await report({ userId: writer.id, evidence })).body.id
  const ofUser = (await report({ userId: banned.id })).body.id
  const page = await app.openPage(browser, app.site, `/admin/moderation/${ofText}`)
  const option = (name: RegExp) => decision(page).getByRole('radio', { name })
  await expect(option(/^Dismiss/)).toBeVisible()
  await page.goto(`/admin/moderation/${ofUser}`)
  await expect(option(/^Dismiss/)).toBeVisible()

  const hiding = { action: 'hide', texts: [text], reason: 'Advertising.' }
  await requireSuccess(app.url, app.site, 'POST', '/api/moderation/texts/bulk', hiding)
  const ban = { reason: 'Spam', is_permanent: true }
  await requireSuccess(app.url, app.site, 'POST', `/api/users/admin/users/${banned.id}/ban`, ban)

  for (const [caseId, answer, label] of [
    [ofText, /^Hide the text.* is already hidden\./, 'Hide the text'],
    [ofUser, /^Ban the member.* is already banned\./, 'Ban the member'],
  ] as const) {
    await page.goto(`/admin/moderation/${caseId}`)
    await expect(option(answer)).toBeVisible()
    await expect(option(/^Dismiss/)).toHaveCount(0)
    await option(answer).check()
    await expect(page.getByLabel('Duration')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Response' }).fill('It was decided already.')
    await page.getByRole('button', { name: label, exact: true }).click()
    await expect.poll(() => stateOf(caseId)).toBe('closed')
  }
  await page.close()
})

test('the table of scripts has room for all that a row can say', async ({ browser }) => {
  const first = await submitted(smallArchive('-- the same in both\n'))
  const copy = await submitted(smallArchive('-- the same in both\n'), 'the-longest-name-here')
  for (const { caseId } of [first, copy]) await publish(caseId)
  const form = new FormData()
  form.set('number', '1.1.0')
  form.set('scriptFile', new File([new Uint8Array(smallArchive('-- another\n'))], 'garage.zip'))
  await requireSuccess(app.url, copy.author, 'POST', `/api/scripts/${copy.id}/versions`, form)
  const page = await app.openPage(browser, app.site, '/admin/scripts')
  const row = page.getByRole('row').filter({ hasText: copy.name })
  await expect(row.getByText('New version', { exact: true })).toBeAttached()
  await expect(row.getByRole('link', { name: /^Same archive as/ })).toBeVisible()

  for (const width of [1440, 1280, 1100, 960, 840, 768, 700, 620, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const [content, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(content, `at ${width} px`).toBe(room)
  }
  await page.close()
})

test('a decision is kept that comes before the page knows of the request of its claim', async ({
  browser,
}) => {
  const author = await app.register('author', 'verified')
  const name = uniqueName('Quay')
  await app.submit(author, name)
  const decisions = async () => {
    const { body } = await requireSuccess(app.url, author, 'GET', '/api/cases/mine')
    return body.cases.map((ownCase: { decision: string | null }) => ownCase.decision)
  }
  await expect.poll(decisions).toEqual([null])
  const page = await app.openPage(browser, await app.register('moderator', 'moderator'), '/admin/moderation')
  const link = page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('link')
  await expect(link).toBeVisible()
  // The queries tell their components about changes by a timer without a delay, which runs late in a busy browser.
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window)
    const late = (run: TimerHandler, delay = 0, ...rest: unknown[]) =>
      start(run, delay === 0 ? 3_000 : delay, ...rest)
    Object.assign(window, { setTimeout: late })
  })

  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Control+Enter')

  await expect.poll(decisions).toEqual(['rejected'])
  await page.close()
})
