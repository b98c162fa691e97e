import { expect, type Page } from '@playwright/test'

import { interactions, makeChatService, signatureOf, verifyCommandOf } from '#server/discord/testing.ts'

import { expectNoViolations, noteTroubles } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './journey.ts'
import { startOwnHub, type OwnHub } from './own-hub.ts'
import { freshName, signInPage, type Account } from './people.ts'

// A hub that belongs to a chat service of the test, so that a code can be used as somebody in the chat does.
test.describe.configure({ mode: 'default' })

const chat = makeChatService()
let hub: OwnHub

test.beforeAll('a hub with a chat service', async () => {
  test.setTimeout(90_000)
  hub = await startOwnHub({ DISCORD_PUBLIC_KEY: chat.publicKey })
})
test.afterAll(() => hub.stop())

const generate = (page: Page) => page.getByRole('button', { name: /^Generate/ })
const code = (page: Page) => page.getByRole('group', { name: 'Verification code' })
const statusCalls = '**/api/discord-verification/status/*'

async function openDiscord(page: Page): Promise<Account> {
  const username = freshName('member')
  const [email, password] = [`${username}@example.com`, 'a good password']
  const answer = await page.request.post(`${hub.address}/api/auth/register`, {
    data: { username, email, password },
  })
  const { accessToken, user } = await answer.json()
  const account = { id: user.id, username, email, password, token: accessToken, user }
  await signInPage(page, account)
  return account
}

/** Somebody types `/verify` in the chat. */
async function useCode(page: Page, typed: string): Promise<void> {
  const body = JSON.stringify(verifyCommandOf(`80351110224${Date.now() % 10_000_000}`, typed))
  const headers = signatureOf(chat.privateKey, body, new Date())
  const answer = await page.request.post(`${hub.address}${interactions}`, { headers, data: body })
  expect(answer.status()).toBe(200)
}

test('a code is made, copied and used in the chat, and the page notices by itself', async ({
  page,
  context,
}) => {
  const troubles = noteTroubles(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: hub.address })
  await openDiscord(page)
  await page.goto(`${hub.address}/profile/settings?tab=discord`)
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit Script' })).toHaveCount(0)
  await expectNoViolations(page, [1440, 390])

  await generate(page).click()
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^1[45]:\d\d$/)
  const shown = await code(page).locator('code').innerText()
  expect(shown).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  await expect(page.getByText(`/verify code:${shown}`)).toBeVisible()
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await useCode(page, shown)
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Your group: verified.')).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  await expect(generate(page)).toBeDisabled()
  await expectFocusNotLost(page)
  await expect(page.getByRole('link', { name: 'Submit Script' }).first()).toBeVisible()
  await expect(page.getByText('Your account is not yet verified.')).toHaveCount(0)
  await expectNoViolations(page, [1440, 390])
  expect(troubles).toEqual([])
})

test('a code that is out is still there after a reload, and a new one takes its place', async ({ page }) => {
  await openDiscord(page)
  await page.goto(`${hub.address}/profile/settings?tab=discord`)
  await generate(page).click()
  const first = await code(page).locator('code').innerText()

  await page.reload()
  await expect(code(page).locator('code')).toHaveText(first)
  await page.getByRole('button', { name: 'Generate New Code' }).click()
  await expect(code(page).locator('code')).not.toHaveText(first)
})

test('a server that cannot tell the status counts as not verified; one that is not there is told', async ({
  page,
}) => {
  await openDiscord(page)
  for (const status of [500, 404]) {
    await page.route(statusCalls, (route) =>
      route.fulfill({ status, json: { error: 'Database error', code: 'internal' } }),
    )
    await page.goto(`${hub.address}/profile/settings?tab=discord`)
    await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute(statusCalls)
  }

  await page.route(statusCalls, (route) => route.abort())
  await page.goto(`${hub.address}/profile/settings?tab=discord`)
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load Discord verification status. Please try refreshing the page.',
  )
  await expectNoViolations(page, [1440, 390])
  await page.unroute(statusCalls)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
})

test('a code that cannot be made is told', async ({ page }) => {
  await openDiscord(page)
  await page.goto(`${hub.address}/profile/settings?tab=discord`)
  await page.route('**/api/discord-verification/generate-code', (route) => route.abort())
  await generate(page).click()

  await expect(page.getByRole('alert')).toContainText('Error generating verification code')
  await expect(generate(page)).toBeEnabled()
  await page.unroute('**/api/discord-verification/generate-code')
  await generate(page).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(code(page)).toBeVisible()
})
