import { expect, type Browser, type Page } from '@playwright/test'

import { delayRequests, expectSmallShifts, recordLayoutShifts, twoFrames, withoutFonts } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript, type RegisteredUser } from './users.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe.configure({ mode: 'default' })

type Route = {
  title: string
  path: (id: number) => string
  status: number
  heading: string | RegExp
}

const routes: Route[] = [
  { title: 'the homepage', path: () => '/', status: 200, heading: 'Build the server you want to play on' },
  { title: 'the list', path: () => '/scripts', status: 200, heading: 'Scripts' },
  {
    title: 'a filtered list',
    path: () => '/scripts?category=Cars&sort=views',
    status: 200,
    heading: 'Scripts',
  },
  {
    title: 'a script',
    path: (id) => `/scripts/${id}`,
    status: 200,
    heading: /^Garage /,
  },
  {
    title: 'a report',
    path: (id) => `/scripts/${id}/report`,
    status: 200,
    heading: /^Garage /,
  },
  {
    title: 'the files of an archive',
    path: (id) => `/scripts/${id}/files`,
    status: 200,
    heading: /^Garage /,
  },
  {
    title: 'the versions of a script',
    path: (id) => `/scripts/${id}/versions`,
    status: 200,
    heading: /^Garage /,
  },
  { title: 'the FAQ', path: () => '/faq', status: 200, heading: 'Frequently Asked Questions' },
  { title: 'the command line', path: () => '/cli', status: 200, heading: 'Command Line' },
  { title: 'the catalogue of rules', path: () => '/rules', status: 200, heading: 'What the Rules Look For' },
  {
    title: 'the takedown form',
    path: () => '/takedown',
    status: 200,
    heading: 'Takedown Notice',
  },
  {
    title: 'the moderation log',
    path: () => '/moderation',
    status: 200,
    heading: 'Moderation Log',
  },
  { title: 'the submit page', path: () => '/submit', status: 200, heading: 'Submit Script' },
  {
    title: 'the edit page',
    path: (id) => `/scripts/${id}/edit`,
    status: 200,
    heading: 'Edit Script',
  },
  { title: 'an unknown page', path: () => '/nothing-here', status: 404, heading: 'Page Not Found' },
  {
    title: 'an unknown script',
    path: () => '/scripts/999999',
    status: 404,
    heading: 'Script Not Found',
  },
]

/** The browser logs a 404 itself, and a signed-in page requests again what a visitor may not see. */
const expectedOf404 = new Set([
  'error: Failed to load resource: the server responded with a status of 404 (Not Found)',
  '404: /api/scripts/999999',
])

let author: RegisteredUser
let scriptId = 0

test.beforeAll('an author with a script', async () => {
  author = await registerUploader()
  scriptId = (await submitScript(author)).id
})

for (const { title, path, status, heading } of routes)
  for (const who of ['a visitor', 'its author'])
    test(`${title} loads for ${who} without an error, a layout shift or a console message`, async ({
      browser,
    }) => {
      const { page, open, incidents, shifts, close } = await watchedPage(
        browser,
        who === 'a visitor' ? null : author,
      )

      const response = await open(path(scriptId))

      expect(response?.status()).toBe(status)
      expect(incidents.filter((incident) => status === 200 || !expectedOf404.has(incident))).toEqual([])
      expect(await page.evaluate(() => window.violations)).toEqual([])
      expectSmallShifts(await shifts())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
      expect(await page.title()).toMatch(/Scripthaven/)
      await expectNoSidewaysScroll(page, [1440, 768, 390, 320])
      await close()
    })

test('the submit page loads for a user without the permission without a layout shift', async ({
  browser,
}) => {
  for (const width of [1440, 768, 390]) {
    const { page, shifts, close } = await watchedPage(browser, await registerUser('member'))
    await withoutFonts(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/submit')
    await expect(page.getByRole('heading', { name: 'Upload Permission Required' })).toBeVisible()
    await settle(page)

    expectSmallShifts(await shifts(), `at ${width} px`)
    await close()
  }
})

test('the list loads without a layout shift, with its filters open or closed', async ({ browser }) => {
  for (const width of [1440, 768, 390]) {
    const { page, shifts, close } = await watchedPage(browser, null)
    await page.setViewportSize({ width, height: 900 })
    // Before hydration the filters are open or closed as after it.
    const delay = await delayRequests(page, '**/assets/*.js')
    await page.goto('/scripts', { waitUntil: 'commit' })
    await expect(page.getByLabel('Status')).toBeVisible({ visible: width >= 1200 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    delay.release()
    await withoutFonts(page)
    await page.goto('/scripts')
    await settle(page)

    await expect(page.getByLabel('Status')).toBeVisible({ visible: width >= 1200 })
    expectSmallShifts(await shifts(), `at ${width} px`)
    await close()
  }
})

test('navigation through the site causes no console message and no sideways scrolling', async ({
  browser,
}) => {
  const { page, incidents, close } = await watchedPage(browser, author)
  await page.goto('/')
  await page.getByRole('link', { name: 'Browse Scripts' }).click()
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page.getByRole('main').getByRole('button', { name: /^Download/ })).toBeVisible()
  await page.goto(`/scripts/${scriptId}`)
  await page.getByRole('region', { name: 'Script management' }).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('form', { name: 'Edit Script' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit Script' }).click()
  await expect(page.getByRole('form', { name: 'Submit Script' })).toBeVisible()
  await page.goBack()
  // Routes of other groups.
  await page.goto(`/scripts/${scriptId}`)
  await settle(page)
  await page
    .getByRole('navigation', { name: 'Pages of the script' })
    .getByRole('link', { name: 'Report' })
    .click()
  await expect(page).toHaveTitle(/^Report/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveTitle(/^FAQ/)
  await page.goBack()
  await expect(page).toHaveTitle(/^Report/)
  await settle(page)

  expect(incidents).toEqual([])
  expect(await page.evaluate(() => window.violations)).toEqual([])
  await expectNoSidewaysScroll(page, [1440, 320])
  await close()
})

declare global {
  interface Window {
    violations: string[]
  }
}

/** A new browser context that collects errors, failed requests and layout shifts. */
async function watchedPage(browser: Browser, user: RegisteredUser | null) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const incidents: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) incidents.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => incidents.push(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => {
    // Navigation aborts requests.
    const why = request.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') incidents.push(`failed: ${request.url()} ${why}`)
  })
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest()
    if (response.status() >= 400 && !isPage)
      incidents.push(`${response.status()}: ${new URL(response.url()).pathname}`)
  })
  const shifts = await recordLayoutShifts(page)
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective}: ${blockedURI}`),
    )
  })
  if (user) await signInPage(page, user)
  incidents.length = 0

  /** The fonts arrive after the first paint, as on a slow connection. At this width that moves nothing either. */
  async function open(path: string) {
    const fonts = await delayRequests(page, '**/*.woff2')
    const response = await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await twoFrames(page)
    fonts.release()
    await settle(page)
    return response
  }
  return { page, open, incidents, shifts, close: () => context.close() }
}

/** Waits until the page is loaded, hydrated and idle, and two frames are painted. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await twoFrames(page)
}

async function expectNoSidewaysScroll(page: Page, widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await cutOff(page), `at ${width} px`).toEqual([])
    const [shown, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(shown, `at ${width} px`).toBeLessThanOrEqual(room ?? 0)
  }
}

/** The body clips what is too wide, so a missing scroll bar proves nothing. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const wide = [...document.querySelectorAll('header *, main *, footer *')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect()
      if (width < 2 || (right <= room + 1 && left >= -1)) return false
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (parent === document.body) return true
        // A scrollable row, or the frame of an image.
        if (getComputedStyle(parent).overflowX !== 'visible') return false
      }
      return true
    })
    return wide.map((element) => element.outerHTML.slice(0, 120))
  })
}
