import { expect, type Page } from '@playwright/test'

import { interactionsPath, createDiscordKeys, signedHeaders, verifyCommand } from '#test-support/discord.ts'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'
import { startOwnApp, type OwnApp } from './own-app.ts'
import { registerUser, signInPage } from './users.ts'

// An app with a Discord key of the test, so that the test can send interactions.
test.describe.configure({ mode: 'default' })

const chat = createDiscordKeys()
let app: OwnApp

test.beforeAll('an app with Discord', async () => {
  app = await startOwnApp({ DISCORD_PUBLIC_KEY: chat.publicKey })
})
test.afterAll(() => app.stop())

const generate = (page: Page) => page.getByRole('button', { name: /^Generate/ })
const codeBox = (page: Page) => page.getByRole('group', { name: 'Verification code' })
const statusCalls = '**/api/discord-verification/status/*'

async function openDiscord(page: Page): Promise<void> {
  await signInPage(page, await registerUser('member', app.url))
}

/** Sends the command `/verify` as Discord does. */
async function sendVerifyCommand(page: Page, code: string): Promise<void> {
  const body = JSON.stringify(verifyCommand(`80351110224${Date.now() % 10_000_000}`, code))
  const headers = signedHeaders(chat.privateKey, body, new Date())
  const response = await page.request.post(`${app.url}${interactionsPath}`, { headers, data: body })
  expect(response.status()).toBe(200)
}

test('a code is created, copied and used in Discord, and the page updates itself', async ({
  page,
  context,
}) => {
  const errors = recordPageErrors(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url })
  await openDiscord(page)
  await page.goto(`${app.url}/submit`)
  const banner = page.getByRole('complementary', { name: 'Your account' })
  await expect(banner.getByRole('link', { name: 'Verify it with Discord' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Verify Account' }).click()
  await expect(page).toHaveURL(`${app.url}/profile/settings?tab=discord`)
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit Script' })).toHaveCount(0)
  await expectNoViolations(page, [1440, 390])

  await generate(page).click()
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^1[45]:\d\d$/)
  const shown = await codeBox(page).locator('code').innerText()
  expect(shown).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  await expect(page.getByText(`/verify code:${shown}`)).toBeVisible()
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await sendVerifyCommand(page, shown)
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Your group: verified.')).toBeVisible()
  await expect(codeBox(page)).toHaveCount(0)
  await expect(generate(page)).toBeDisabled()
  await expectFocusNotLost(page)
  await expect(page.getByRole('link', { name: 'Submit Script' }).first()).toBeVisible()
  await expect(page.getByText('Your account is not yet verified.')).toHaveCount(0)
  await expectNoViolations(page, [1440, 390])
  expect(errors).toEqual([])
})

test('an active code survives a reload, and a new code replaces it', async ({ page }) => {
  await openDiscord(page)
  await page.goto(`${app.url}/profile/settings?tab=discord`)
  await generate(page).click()
  const first = await codeBox(page).locator('code').innerText()

  await page.reload()
  await expect(codeBox(page).locator('code')).toHaveText(first)
  await page.getByRole('button', { name: 'Generate New Code' }).click()
  await expect(codeBox(page).locator('code')).not.toHaveText(first)
})

test('an error of the status call counts as not verified; an unreachable server shows an error', async ({
  page,
}) => {
  await openDiscord(page)
  for (const status of [500, 404]) {
    await page.route(statusCalls, (route) =>
      route.fulfill({ status, json: { error: 'Database error', code: 'internal' } }),
    )
    await page.goto(`${app.url}/profile/settings?tab=discord`)
    await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute(statusCalls)
  }

  await page.route(statusCalls, (route) => route.abort())
  await page.goto(`${app.url}/profile/settings?tab=discord`)
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load Discord verification status. Please try refreshing the page.',
  )
  await expectNoViolations(page, [1440, 390])
  await page.unroute(statusCalls)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Not verified', { exact: true })).toBeVisible()
})

test('a code that cannot be created shows an error', async ({ page }) => {
  await openDiscord(page)
  await page.goto(`${app.url}/profile/settings?tab=discord`)
  await page.route('**/api/discord-verification/generate-code', (route) => route.abort())
  await generate(page).click()

  await expect(page.getByRole('alert')).toContainText('Error generating verification code')
  await expect(generate(page)).toBeEnabled()
  await page.unroute('**/api/discord-verification/generate-code')
  await generate(page).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(codeBox(page)).toBeVisible()
})
