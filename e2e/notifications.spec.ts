import { randomBytes } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { expectNoViolations } from './axe.ts'
import { delayRequests } from './browser.ts'
import { test } from './fixtures.ts'
import {
  addToGroup,
  registerUploader,
  registerUser,
  signInPage,
  submitScript,
  waitForUnread,
  type RegisteredUser,
} from './users.ts'

const reason = 'The archive contains a changed file.'

test('an open page has the rights that its user was given meanwhile', async ({ page }) => {
  const member = await registerUser('member')
  await page.clock.install()
  await signInPage(page, member)
  await page.goto('/faq')
  const backOffice = page.getByRole('banner').getByRole('link', { name: 'ACP' })
  await expect(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(backOffice).toHaveCount(0)

  await addToGroup(member, 'moderator')
  await waitForUnread(member, 1)
  await page.clock.fastForward('03:00')

  await expect(backOffice).toBeVisible()
})

/** A script with two versions; the reader downloaded the second one. */
async function downloadedScript(reader: RegisteredUser) {
  const author = await registerUploader()
  const { id, name } = await submitScript(author)
  const form = new FormData()
  const archive = zipOf([
    { name: 'garage/server.lua', content: `print('${randomBytes(8).toString('hex')}')` },
  ])
  form.set('scriptFile', new File([new Uint8Array(archive)], 'garage.zip'))
  form.set('number', '1.3.0')
  const version = await requireSuccess(appUrl, author, 'POST', `/api/scripts/${id}/versions`, form)
  await requireSuccess(appUrl, reader, 'GET', `/api/scripts/${id}/download`)
  const withdraw = () =>
    requireSuccess(appUrl, author, 'POST', `/api/versions/${version.body.id}/withdraw`, {
      kind: 'security',
      reason,
    })
  return { id, name, versionId: version.body.id, withdraw }
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('a visitor has no bell and is asked to sign in on the page', async ({ page }) => {
  await page.goto('/notifications')

  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
})

test('the bell shows a recall without a reload; its link leads to the withdrawn version and marks it as read', async ({
  page,
}) => {
  const reader = await registerUser('reader')
  const script = await downloadedScript(reader)
  await signInPage(page, reader)
  await page.goto('/')
  await bell(page).click()
  await expect(popover(page).getByText('No notifications yet')).toBeVisible()
  await expectNoViolations(page, [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(popover(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()

  await script.withdraw()
  await waitForUnread(reader, 1)
  // The bell polls when the page becomes visible.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await page.keyboard.press('Enter')
  const item = popover(page).getByRole('listitem')
  await expect(item).toContainText(`Unread: ${script.name} 1.3.0, which you downloaded on`)
  await expect(item).toContainText(
    'was withdrawn for security by its author. Remove it from your server and use 1.2.0 instead.',
  )
  await expectNoViolations(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await item.getByRole('link').click()

  await expect(page).toHaveURL(`/scripts/${script.id}/report?v=${script.versionId}`)
  const main = page.getByRole('main')
  await expect(main.getByText('1.3.0 was withdrawn. A security problem.')).toBeVisible()
  await expect(main.getByText(reason)).toBeVisible()
  await expect(main.getByRole('link', { name: '1.2.0', exact: true })).toHaveAttribute(
    'href',
    `/scripts/${script.id}`,
  )
  await expect(popover(page)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('the page lists notifications, filters unread ones and marks all as read', async ({ page }) => {
  const reader = await registerUser('reader')
  for (const script of [await downloadedScript(reader), await downloadedScript(reader)])
    await script.withdraw()
  await waitForUnread(reader, 2)
  await signInPage(page, reader)
  await page.goto('/')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await bell(page).click()
  await popover(page).getByRole('link', { name: 'All notifications' }).click()
  await expect(page).toHaveURL('/notifications')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').filter({ hasText: 'withdrawn' })).toHaveCount(2)
  await expectNoViolations(page)
  // The dot of an unread one ends 12 px before the edge and is 8 px wide.
  const spaceForDot = await main
    .getByRole('listitem')
    .getByRole('link')
    .first()
    .evaluate((link) => {
      const text = link.querySelector('svg + span')
      return link.getBoundingClientRect().right - (text?.getBoundingClientRect().right ?? 0)
    })
  expect(spaceForDot).toBeGreaterThanOrEqual(28)

  await main.getByRole('link', { name: 'Unread', exact: true }).click()
  await expect(page).toHaveURL('/notifications?unread=true')
  await main.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(main.getByRole('heading', { name: 'Nothing unread' })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.goBack()
  await expect(main.getByRole('listitem').filter({ hasText: 'withdrawn' })).toHaveCount(2)
  await expect(main.getByText('Unread: ')).toHaveCount(0)
})

test('a list that loads or fails says so, and is loaded again', async ({ page }) => {
  await signInPage(page, await registerUser('reader'))
  const held = await delayRequests(page, '**/api/notifications?*')
  await page.goto('/notifications')
  await expect(page.getByText('Loading your notifications')).toBeAttached()
  held.release()
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()

  await page.route('**/api/notifications?*', (route) => route.abort())
  await page.reload()
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed.getByRole('heading', { name: 'Failed to load notifications' })).toBeVisible()
  await page.unroute('**/api/notifications?*')
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
})
