import { expect, type Locator, type Page } from '@playwright/test'

import { screenshot } from './author-files.ts'
import { expectNoViolations } from './axe.ts'
import { expectFocusNotLost, holdBack } from './browser.ts'
import { test } from './journey.ts'
import { bearer, freshName, letInto, register, registerAuthor, signInPage, submitScript } from './people.ts'

const downloadButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Download/ })
const likeButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Liked? / })

async function newScript(request: Parameters<typeof submitScript>[0]) {
  return submitScript(request, await registerAuthor(request))
}

test('a download without a session opens the dialog and goes on once somebody has signed in', async ({
  page,
  request,
}) => {
  const [script, member] = [await newScript(request), await register(request, 'member')]
  await page.goto(`/scripts/${script.id}`)

  await downloadButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await dialog.getByLabel('Email').fill(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()

  expect((await saving).suggestedFilename()).toBe(`${script.name}.zip`)
  await expectFocusNotLost(page)
})

test('a download without the permission is refused in the product’s words', async ({ page, request }) => {
  const [script, member] = [await newScript(request), await register(request, 'member')]
  await letInto(request, member, 'member', 'remove')
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

test('a download that fails says so, and can be tried again', async ({ page, request }) => {
  const [script, member] = [await newScript(request), await register(request, 'member')]
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

  expect((await saving).suggestedFilename()).toBe(`${script.name}.zip`)
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
})

test('a like shows at once, waits for its answer, and moves the count by one each way', async ({
  page,
  request,
}) => {
  const [script, member] = [await newScript(request), await register(request, 'member')]
  const other = await register(request, 'member')
  await request.post(`/api/scripts/${script.id}/like`, { headers: bearer(other) })
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)
  await expect(likeButton(page)).toHaveAccessibleName('Like 1')
  const hold = await holdBack(page, '**/like')

  await likeButton(page).click()
  await expect(likeButton(page)).toHaveAccessibleName('Liked 2', { timeout: 500 })
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

test('a like that the server does not take is taken back, and said so', async ({ page, request }) => {
  const [script, member] = [await newScript(request), await register(request, 'member')]
  await signInPage(page, member)
  await page.goto(`/scripts/${script.id}`)
  await page.route('**/like', (route) => route.abort())

  await likeButton(page).click()

  await expect(page.getByText('Your like was not saved. Please try again.')).toBeVisible()
  await expect(likeButton(page)).toHaveAccessibleName('Like 0')
})

test('a view is told once a visit: not again by Back, and the author’s own never counts', async ({
  page,
  request,
}) => {
  const author = await registerAuthor(request)
  const script = await submitScript(request, author)
  const told: string[] = []
  page.on('request', (made) => {
    if (made.url().endsWith('/view')) told.push(made.url())
  })
  await page.goto(`/scripts/${script.id}`)
  await expect(page.getByRole('main').getByText('1 view', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
  await expect(page).toHaveURL('/scripts')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
  expect(told).toHaveLength(1)

  const answer = await request.post(`/api/scripts/${script.id}/view`, { headers: bearer(author) })
  expect(await answer.json()).toEqual({ views: 1 })
})

test('what is no script’s address says that there is none, with the status of it', async ({ page }) => {
  for (const path of ['/scripts/999999', '/scripts/0', '/scripts/abc', '/scripts/99999999999']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Script Not Found')
  }
})

test('a script that cannot be loaded says so, and Try Again loads it', async ({ page, request }) => {
  const script = await newScript(request)
  await page.goto('/scripts')
  await page.route(`**/api/scripts/${script.id}`, (route) => route.abort())
  const card = page.getByRole('article').filter({ hasText: script.name })
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load script')

  await page.unroute(`**/api/scripts/${script.id}`)
  await page.getByRole('button', { name: 'Try Again' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
})

test('pictures open over the window and turn by keys alone, and the focus comes back', async ({
  page,
  request,
}) => {
  const author = await registerAuthor(request)
  const { buffer } = await screenshot('cover.png')
  const script = await submitScript(request, author, {}, [buffer, buffer, buffer])
  await page.goto(`/scripts/${script.id}`)
  const opener = page.getByRole('button', { name: /\(show in full size\)$/ })

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

test('a finger drawn across turns the pictures, one drawn down does not', async ({ page, request }) => {
  const author = await registerAuthor(request)
  const { buffer } = await screenshot('cover.png')
  const script = await submitScript(request, author, {}, [buffer, buffer])
  // A finger is lost on a page that has not been taken over yet, and one that was counts its view.
  const takenOver = page.waitForRequest(`**/api/scripts/${script.id}/view`)
  await page.goto(`/scripts/${script.id}`)
  await takenOver
  const opener = page.getByRole('button', { name: /\(show in full size\)$/ })
  const shown = (number: number) => expect(opener).toHaveAccessibleName(new RegExp(`image ${number} of 2`))

  await drawFinger(page, opener, { right: -120, down: 10 })
  await shown(2)
  await drawFinger(page, opener, { right: 30, down: 0 })
  await drawFinger(page, opener, { right: 60, down: 200 })
  await shown(2)
  await drawFinger(page, opener, { right: 120, down: 0 })
  await shown(1)
})

test('the link goes to the device’s own way of sharing, and who thinks better of it is left alone', async ({
  page,
  request,
}) => {
  // A browser on a desk has no such way, so one stands in for it.
  await page.addInitScript(() => {
    window.shared = []
    navigator.canShare = () => true
    navigator.share = async (link) => {
      window.shared.push(link ?? {})
      if (window.shared.length > 1) throw new DOMException('Thought better of it', 'AbortError')
    }
  })
  const script = await newScript(request)
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

test('related scripts follow below, and the link can be shared', async ({ page, request, context }) => {
  const tag = freshName('tag')
  const [script, near] = [await taggedScript(request, tag), await taggedScript(request, tag)]
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

test('a script that was deleted while its page was open says so to whoever likes or downloads it', async ({
  page,
  request,
}) => {
  const author = await registerAuthor(request)
  const member = await register(request, 'member')
  await signInPage(page, member)
  for (const button of [likeButton, downloadButton]) {
    const script = await submitScript(request, author)
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

async function taggedScript(request: Parameters<typeof submitScript>[0], tag: string) {
  return submitScript(request, await registerAuthor(request), { tags: [tag] })
}
