import { expect, type Locator, type Page } from '@playwright/test'

import { delayRequests, openWithoutScripts, recordRequests } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript } from './users.ts'

let scriptId = 0

test.beforeAll('a script', async () => {
  scriptId = (await submitScript(await registerUploader())).id
})

const scripts = '**/assets/*.js'
const header = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('main')
const footer = (page: Page) => page.getByRole('contentinfo')

const controls: [control: string, find: (page: Page) => Locator, dialog: RegExp, width?: number][] = [
  ['Report', (page) => main(page).getByRole('button', { name: 'Report this script' }), /Sign In/],
  ['Join Discord', (page) => footer(page).getByRole('link', { name: 'Join Discord' }), /Leaving the site/],
  [
    'the search of a phone',
    (page) => header(page).getByRole('link', { name: 'Search scripts' }),
    /Search/,
    390,
  ],
]

for (const [control, find, dialog, width = 1440] of controls)
  test(`${control} is busy when it is clicked before the scripts are loaded, and works as soon as they are`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const delay = await delayRequests(page, scripts)
    await openWithoutScripts(page, `/scripts/${scriptId}`)

    await find(page).click()
    await find(page).click()

    await expect(find(page)).toHaveAttribute('aria-busy', 'true')
    await expect(find(page)).toHaveCSS('cursor', 'progress')
    await expect(find(page)).toHaveCSS('outline-style', 'solid')
    expect(page.context().pages()).toHaveLength(1)
    delay.release()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await expect(page.locator('[aria-busy=true]:is(a, button)')).toHaveCount(0)
    await expect(page).toHaveURL(`/scripts/${scriptId}`)
  })

test('a download of a member that is started early begins as soon as the scripts are loaded', async ({
  page,
}) => {
  await signInPage(page, await registerUser('member'))
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const download = main(page).getByRole('button', { name: /^Download/ })

  await download.click()

  await expect(download).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const saving = page.waitForEvent('download')
  delay.release()
  await saving
})

test('text that is typed and filters that are chosen before the scripts are loaded count', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, '/scripts')
  const filters = main(page).getByRole('button', { name: /^Filters/ })

  await main(page).getByRole('searchbox').fill('garage')
  await filters.click()

  await expect(filters).toHaveAttribute('aria-busy', 'true')
  delay.release()
  await expect(page).toHaveURL('/scripts?q=garage')
  await expect(main(page).getByLabel('Status')).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  const again = await delayRequests(page, scripts)
  await openWithoutScripts(page, '/scripts')
  await main(page).getByLabel('Sort').selectOption('downloads')
  await header(page).getByRole('combobox', { name: 'Search scripts' }).fill('harbour')
  again.release()
  await expect(page).toHaveURL('/scripts?sort=downloads')
  await expect(page.getByRole('listbox')).toBeVisible()
  await header(page).getByRole('combobox', { name: 'Search scripts' }).press('Enter')
  await expect(page).toHaveURL('/scripts?q=harbour')
})

test('the theme and the gallery answer to early clicks', async ({ page }) => {
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const theme = header(page).getByRole('button', { name: /^Theme: system/ })

  await theme.click()
  await expect(theme).toHaveAttribute('aria-busy', 'true')
  delay.release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  const again = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const open = main(page).getByRole('button', { name: /show in full size/ })
  await open.click()
  await expect(open).toHaveAttribute('aria-busy', 'true')
  again.release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the theme follows a change of the system before the scripts are loaded', async ({ page }) => {
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, '/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.emulateMedia({ colorScheme: 'light' })
  delay.release()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a control whose part of the page is loaded later waits for that part', async ({ page }) => {
  const delay = await delayRequests(page, '**/assets/layout-lazy-*.js')
  await page.goto(`/scripts/${scriptId}`)
  const join = footer(page).getByRole('link', { name: 'Join Discord' })

  await join.click()

  await expect(join).toHaveAttribute('aria-busy', 'true')
  delay.release()
  await expect(page.getByRole('dialog', { name: 'Leaving the site' })).toBeVisible()
  await expect(join).not.toHaveAttribute('aria-busy')
})

test('of several early clicks the last control works', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const search = header(page).getByRole('link', { name: 'Search scripts' })

  await search.click()
  await footer(page).getByRole('link', { name: 'Join Discord' }).click()

  await expect(search).not.toHaveAttribute('aria-busy')
  delay.release()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Leaving the site')
})

test('a member sees no bell and no sign-in before the scripts are loaded, and then a bell that works', async ({
  page,
}) => {
  await signInPage(page, await registerUser('member'))
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const bell = header(page).getByRole('button', { name: /^Notifications/ })

  await expect(header(page).getByRole('link', { name: 'Sign In' })).toBeHidden()
  await expect(bell).toHaveCount(0)
  delay.release()

  await bell.click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
})

test('an early like of a member is saved once', async ({ page }) => {
  await signInPage(page, await registerUploader())
  const delay = await delayRequests(page, scripts)
  const requests = recordRequests(page)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const like = main(page).getByRole('button', { name: /^Like/ })

  for (let taps = 0; taps < 5; taps += 1) await like.click()
  const saved = page.waitForResponse('**/like')
  delay.release()

  expect((await saved).ok()).toBe(true)
  await expect(main(page).getByRole('button', { name: /^Liked/ })).toBeVisible()
  expect(requests.filter((request) => request.endsWith('/like'))).toHaveLength(1)
})

test('an early click on what only some members see works too', async ({ page }) => {
  await signInPage(page, await registerUser('member'))
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, '/submit')
  const join = main(page).getByRole('button', { name: 'Join Discord' })

  await join.click()

  await expect(join).toHaveAttribute('aria-busy', 'true')
  delay.release()
  await expect(page.getByRole('dialog', { name: 'Leaving the site' })).toBeVisible()
})

for (const [label, name, role, part] of [
  ['Notifications', /^Notifications/, 'dialog', 'NotificationPopover'],
  ['Account', /^Account of/, 'menu', 'Menu'],
] as const)
  test(`the button ${label} is busy while its ${role} is loaded, and a second click does not close it`, async ({
    page,
  }) => {
    await signInPage(page, await registerUser('member'))
    const delay = await delayRequests(page, `**/assets/${part}-*.js`)
    await page.goto(`/scripts/${scriptId}`)
    const button = header(page).getByRole('button', { name })

    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click()

    delay.release()
    await expect(page.getByRole(role)).toBeVisible()
    await expect(button).not.toHaveAttribute('aria-busy')
  })

test('links of the header and the footer open their pages before the scripts are loaded', async ({
  page,
}) => {
  await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)

  await header(page).getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
  await expect(page).toHaveURL('/scripts')
  await footer(page).getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
})

test('a control that is replaced while it is pressed works', async ({ page }) => {
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const report = main(page).getByRole('button', { name: 'Report this script' })

  await report.hover()
  await page.mouse.down()
  // As React does with markup that changes before it is hydrated.
  await report.evaluate((button) => button.replaceWith(button.cloneNode(true)))
  await page.mouse.up()

  await expect(report).toHaveAttribute('aria-busy', 'true')
  delay.release()
  await expect(page.getByRole('dialog', { name: /Sign In/ })).toBeVisible()
})

test('without the scripts nothing stays busy, and links and the search work', async ({ page, context }) => {
  await context.route('https://127.0.0.1:9/**', (route) => route.fulfill({ body: 'The chat community' }))
  await page.route(scripts, (route) => route.fulfill({ status: 503 }))
  await page.goto(`/scripts/${scriptId}`)
  const opened = context.waitForEvent('page')

  await footer(page).getByRole('link', { name: 'Join Discord' }).click()

  expect((await opened).url()).toMatch(/invite$/)
  await header(page).getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect(page.locator('[aria-busy=true]:is(a, button)')).toHaveCount(0)
  await header(page).getByRole('combobox', { name: 'Search scripts' }).fill('garage')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/scripts?q=garage')
  await footer(page).getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
})
