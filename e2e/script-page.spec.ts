import { expect, type Locator, type Page } from '@playwright/test'

import { screenshot } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { delayRequests, expectFocusNotLost, twoFrames, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import {
  bearer,
  uniqueName,
  addToGroup,
  registerUser,
  registerUploader,
  signInPage,
  submitScript,
} from './users.ts'

const downloadButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Download/ })
const likeButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Liked? / })

async function newScript() {
  return submitScript(await registerUploader())
}

test('a download without the permission shows the message of the specification', async ({ page }) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  await addToGroup(member, 'member', 'remove')
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)

  await downloadButton(page).click()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(
    'You need permission to download scripts',
  )
  await expect(likeButton(page)).toHaveAccessibleDescription('You need permission to rate scripts')
  await likeButton(page).click()
  await expect(likeButton(page)).toHaveAccessibleName('Like 0')
})

test('a download that fails shows an error and can be retried', async ({ page }) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)
  await page.route('**/download', (route) => route.abort())

  await downloadButton(page).click()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(
    'Download failed. Please try again.',
  )
  await page.unroute('**/download')
  const saving = page.waitForEvent('download')
  await downloadButton(page).click()

  expect((await saving).suggestedFilename()).toBe(`${script.name} 1.2.0.zip`)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
})

test('a like is shown at once, waits for its response, and changes the count by one', async ({
  page,
  request,
}) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  const other = await registerUser('member')
  await request.post(`/api/scripts/${script.id}/like`, { headers: bearer(other) })
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)
  await expect(likeButton(page)).toHaveAccessibleName('Like 1')
  const hold = await delayRequests(page, '**/like')

  await likeButton(page).click()
  await expect(likeButton(page)).toHaveAccessibleName('Liked 2')
  await likeButton(page).dispatchEvent('click')
  await expect(likeButton(page)).toHaveAccessibleName('Liked 2')
  hold.release()
  await expect(likeButton(page)).not.toHaveAttribute('aria-disabled')
  expect(hold.seen()).toBe(1)

  await likeButton(page).click()
  await expect(likeButton(page)).toHaveAccessibleName('Like 1')
  await expect(likeButton(page)).not.toHaveAttribute('aria-disabled')
  const status = await request.get(`/api/scripts/${script.id}/like-status`, { headers: bearer(member) })
  expect(await status.json()).toEqual({ isLiked: false, likeCount: 1 })
})

test('a like that the server rejects is undone and shows an error', async ({ page }) => {
  const [script, member] = [await newScript(), await registerUser('member')]
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)
  await page.route('**/like', (route) => route.abort())

  await likeButton(page).click()

  await expect(page.getByText('Your like was not saved. Please try again.')).toBeVisible()
  await expect(likeButton(page)).toHaveAccessibleName('Like 0')
})

test('a view counts once a visit: not again by Back, and never for the author', async ({ page, request }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  const views: string[] = []
  page.on('request', (made) => {
    if (made.url().endsWith('/view')) views.push(made.url())
  })
  await page.goto(`/scripts/${script.id}`)
  await expect(page.getByRole('main').getByText('1 view', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
  await expect(page).toHaveURL('/scripts')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
  expect(views).toHaveLength(1)

  const response = await request.post(`/api/scripts/${script.id}/view`, { headers: bearer(author) })
  expect(await response.json()).toEqual({ views: 1 })
})

test('a URL that is not a script’s shows that there is none, with status 404', async ({ page }) => {
  for (const path of ['/scripts/999999', '/scripts/0', '/scripts/abc', '/scripts/99999999999']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Script Not Found')
  }
})

test('a script that cannot be loaded shows an error, and Try Again loads it', async ({ page }) => {
  const script = await newScript()
  await page.goto('/scripts')
  const link = page.getByRole('article').filter({ hasText: script.name }).getByRole('link').first()
  await waitForHydration(link)
  await page.route(`**/api/scripts/${script.id}`, (route) => route.abort())
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load script')

  await page.unroute(`**/api/scripts/${script.id}`)
  await page.getByRole('button', { name: 'Try Again' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
})

test('the count of views arrives without a flash of parts that are still loaded', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  const delay = await delayRequests(page, '**/assets/detail-lazy-*.js')
  const view = page.waitForResponse((response) => response.url().endsWith('/view'))
  await page.goto(`/scripts/${script.id}`)
  await (await view).finished()
  await twoFrames(page)
  const main = page.getByRole('main')
  expect(await main.getByRole('heading', { name: 'What is inside' }).count()).toBe(1)
  await expect(main.getByText('0 views', { exact: true })).toBeVisible()

  delay.release()
  await expect(main.getByText('1 view', { exact: true })).toBeVisible()
})

test('a download and a like leave parts alone that are still loaded', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  await signInPage(page, await registerUser('member'))
  const delay = await delayRequests(page, '**/assets/detail-lazy-*.js')
  await page.goto(`/scripts/${script.id}`)
  const main = page.getByRole('main')
  await waitForHydration(downloadButton(page))
  const download = page.waitForEvent('download')
  await downloadButton(page).click()
  await download
  await likeButton(page).click()
  await expect(main.getByRole('button', { name: 'Liked 1' })).toBeVisible()

  await expect(main.getByRole('heading', { name: 'What is inside' })).toBeVisible()
  delay.release()
  await expect(main.getByText('1 download', { exact: true })).toBeVisible()
})

test('images open in a viewer, change by keys alone, and the focus returns', async ({ page }) => {
  const author = await registerUploader()
  const { buffer } = await screenshot('cover.png')
  const script = await submitScript(author, {}, [buffer, buffer, buffer])
  await page.goto(`/scripts/${script.id}`)
  const opener = page.getByRole('button', { name: /\(show in full size\)$/ })
  await waitForHydration(opener)

  await opener.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: script.name })
  const shown = (number: number) => lightbox.getByRole('img', { name: `image ${number} of 3` })
  await expect(shown(1)).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeFocused()
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['End', 3],
    ['ArrowRight', 1],
    ['ArrowLeft', 3],
    ['Home', 1],
    ['ArrowRight', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(shown(number)).toBeVisible()
  }
  await expectNoViolations(page)
  await page.keyboard.press('Escape')

  await expect(lightbox).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAccessibleName(`${script.name}, image 2 of 3 (show in full size)`)
})

test('a thumbnail that cannot be loaded shows the icon of the category', async ({ page }) => {
  const { buffer } = await screenshot('cover.png')
  const script = await submitScript(await registerUploader(), {}, [buffer, buffer])
  await page.route('**/files/images/**', (route) => route.abort())
  await page.goto(`/scripts/${script.id}`)

  const thumbnail = page.getByRole('button', { name: 'Show image 2' })
  await thumbnail.scrollIntoViewIfNeeded()
  await expect(thumbnail.locator('svg')).toBeVisible()
  await expect(thumbnail.locator('img')).toHaveCount(0)
})

test('on a phone Download has a line, and Like, Share and Follow are on the next', async ({ page }) => {
  const script = await newScript()
  for (const width of [390, 375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/scripts/${script.id}`)
    // Until then React replaces buttons, and one that is gone has no box.
    await waitForHydration(likeButton(page))
    const main = page.getByRole('main')
    const named = (name: RegExp) => main.getByRole('button', { name })
    const buttons = [downloadButton(page), likeButton(page), named(/^Share/), named(/^Follow/)]
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    const [first = NaN, ...others] = boxes.map((box) => box?.y ?? NaN)
    expect(new Set(others).size, `at ${width} px`).toBe(1)
    expect(others[0]).toBeGreaterThan(first)
    expect(Math.max(...boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0)))).toBeLessThanOrEqual(width)
  }
})

test('a horizontal swipe changes the image, a vertical one does not', async ({ page }) => {
  const author = await registerUploader()
  const { buffer } = await screenshot('cover.png')
  const script = await submitScript(author, {}, [buffer, buffer])
  await page.goto(`/scripts/${script.id}`)
  const opener = page.getByRole('button', { name: /\(show in full size\)$/ })
  // Before, a swipe has no effect.
  await waitForHydration(opener)
  const shown = (number: number) => expect(opener).toHaveAccessibleName(new RegExp(`image ${number} of 2`))

  await drawFinger(page, opener, { right: -120, down: 10 })
  await shown(2)
  await drawFinger(page, opener, { right: 30, down: 0 })
  await drawFinger(page, opener, { right: 60, down: 200 })
  await shown(2)
  await drawFinger(page, opener, { right: 120, down: 0 })
  await shown(1)
})

test('the link is passed to the share dialog of the device, and cancelling it shows no error', async ({
  page,
}) => {
  // Desktop Chromium has no share dialog.
  await page.addInitScript(() => {
    window.shared = []
    navigator.canShare = () => true
    navigator.share = async (link) => {
      window.shared.push(link ?? {})
      if (window.shared.length > 1) throw new DOMException('Thought better of it', 'AbortError')
    }
  })
  const script = await newScript()
  await page.goto(`/scripts/${script.id}`)
  const share = page.getByRole('main').getByRole('button', { name: 'Share' })
  const shared = () => page.evaluate(() => window.shared)

  await share.click()
  await expect.poll(shared).toEqual([{ title: script.name, url: page.url() }])
  await share.click()
  await expect.poll(async () => (await shared()).length).toBe(2)

  await expect(page.getByText('Link copied')).toHaveCount(0)
  await expect(share).toBeFocused()
})

test('related scripts follow below, and the link can be shared', async ({ page, context }) => {
  const tag = uniqueName('tag')
  const [script, near] = [await taggedScript(tag), await taggedScript(tag)]
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/scripts/${script.id}`)

  await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const related = page.getByRole('list', { name: 'Related scripts' })
  await expect(related.getByRole('article').first()).toContainText(near.name)
  await expectNoViolations(page)
  await related.getByRole('link', { name: near.name }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(near.name)
})

test('a script that was deleted while its page was open shows an error on a like or a download', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const member = await registerUser('member')
  await signInPage(page, member)
  for (const button of [likeButton, downloadButton]) {
    const script = await submitScript(author)
    await page.goto(`/scripts/${script.id}`)
    await expect(button(page)).toBeEnabled()
    await request.delete(`/api/scripts/${script.id}`, { headers: bearer(author) })

    await button(page).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Script Not Found')
    await expectFocusNotLost(page)
  }
})

declare global {
  interface Window {
    shared: ShareData[]
  }
}

async function drawFinger(page: Page, over: Locator, by: { right: number; down: number }): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await over.boundingBox()) ?? {}
  const from = { x: x + width / 2, y: y + height / 2 }
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  const to = { x: from.x + by.right, y: from.y + by.down }
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] })
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devTools.detach()
}

async function taggedScript(tag: string) {
  return submitScript(await registerUploader(), { tags: [tag] })
}
