import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { screenshot } from './author-files.ts'
import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost, twoFrames } from './browser.ts'
import { test } from './fixtures.ts'
import { bearer, registerUser, signInPage, type RegisteredUser } from './users.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile Safari/604.1'

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')

async function signInElsewhere(
  request: APIRequestContext,
  { email, password }: RegisteredUser,
  userAgent: string,
) {
  const headers = { 'user-agent': userAgent }
  const response = await request.post('/api/auth/login', { headers, data: { email, password } })
  const { accessToken }: { accessToken: string } = await response.json()
  return async () =>
    (await request.get('/api/auth/profile', { headers: bearer({ token: accessToken }) })).status()
}

test('a user sees where they are signed in, and signs out one device, then all others', async ({
  page,
  request,
}) => {
  const errors = recordPageErrors(page)
  const member = await registerUser('member')
  const onPhone = await signInElsewhere(request, member, phone)
  const atWork = await signInElsewhere(request, member, firefox)
  const atHome = await signInElsewhere(request, member, firefox)
  await signInPage(page, member)
  await page.goto('/profile/settings?tab=account')
  await expect(devices(page)).toHaveCount(4)
  await expect(devices(page).filter({ hasText: 'This device' })).toHaveCount(1)
  await twoFrames(page)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await expect(devices(page).filter({ hasText: '127.0.0.0/24' })).toHaveCount(4)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Sign Out Safari on iPhone' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out Safari on iPhone?' })
  await expectNoViolations(page, [390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await question.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(devices(page)).toHaveCount(3)
  await expect(question).toBeHidden()
  await expectFocusNotLost(page)
  expect([await onPhone(), await atWork(), await atHome()]).toEqual([401, 200, 200])

  await page.getByRole('button', { name: 'Sign Out All Other Devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out All' }).click()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign Out All Other Devices' })).toHaveCount(0)
  await expectFocusNotLost(page)
  expect([await atWork(), await atHome()]).toEqual([401, 401])
  expect(errors).toEqual([])
})

test('a user with an unconfirmed email can request the mail again, and a rate limit is explained', async ({
  page,
}) => {
  await signInPage(page, await registerUser('member'))
  await page.goto('/profile/settings')
  await expect(page.getByText('Not confirmed yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Send it again' }).click()
  const send = page.getByRole('button', { name: 'Send Email Again' })
  await send.click()
  await expect(page.getByText('Confirmation email sent! Check your inbox.')).toBeVisible()

  await page.route('**/api/account/confirmation', (route) =>
    route.fulfill({
      status: 429,
      json: { error: 'We have sent you too many emails today.', code: 'rate_limited' },
    }),
  )
  await send.click()
  await expect(page.getByRole('alert')).toHaveText('We have sent you too many emails today.')
})

test('an image is cropped by keyboard and becomes the avatar; a GIF is not cropped', async ({ page }) => {
  await signInPage(page, await registerUser('member'))
  await page.goto('/profile/settings')
  const file = page.getByRole('main').locator('input[type="file"]')
  const crop = page.getByRole('button', { name: 'Crop' })
  await file.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByRole('main').getByText('me.gif')).toBeVisible()
  await expect(crop).toHaveCount(0)

  await file.setInputFiles(await screenshot('me.png'))
  const preview = page.getByRole('img', { name: 'Preview: Avatar' })
  const whole = await preview.getAttribute('src')
  await crop.click()
  const dialog = page.getByRole('dialog', { name: 'Crop your avatar' })
  await expect(dialog.getByRole('button', { name: 'Use Picture' })).toBeEnabled()
  await dialog.getByRole('slider', { name: 'Zoom' }).focus()
  await page.keyboard.press('End')
  await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuetext', '400 %')
  const image = dialog.locator('img')
  const before = await image.getAttribute('style')
  await dialog.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await expect(image).not.toHaveAttribute('style', before ?? '')
  await expectNoViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Use Picture' }).click()
  await expect(dialog).toBeHidden()
  await expectFocusNotLost(page)
  await expect(preview).not.toHaveAttribute('src', whole ?? '')
  await expect(page.getByRole('main').getByText('me.webp')).toBeVisible()

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
})

test('a copy of the own data is requested, and the account is deleted and kept, with the keyboard alone', async ({
  page,
}) => {
  const member = await registerUser('leaver')
  await signInPage(page, member)
  await page.goto('/profile/settings?tab=account')

  await page.getByRole('button', { name: 'Request Copy' }).press('Enter')
  await expect(page.getByText('We are preparing your copy')).toBeVisible()
  await expectFocusNotLost(page)
  const remove = page.getByRole('button', { name: 'Delete Account' })
  await remove.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Until then you can keep it.')).toBeVisible()
  await expectFocusNotLost(page)
  await page.getByRole('button', { name: 'Keep Account' }).press('Enter')
  await expect(remove).toBeVisible()
  await expectFocusNotLost(page)
})
