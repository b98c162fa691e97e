import { expect, type Page } from '@playwright/test'

import { expectNoViolations } from './axe.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerModerator, registerUploader, registerUser, signInPage, submitScript } from './users.ts'

const header = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('main')

test('without JavaScript one line says what needs it, and the theme is that of the system', async ({
  browser,
}) => {
  const script = await submitScript(await registerUploader())
  for (const [colorScheme, background] of [
    ['light', 'rgb(246, 242, 234)'],
    ['dark', 'rgb(16, 14, 11)'],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme })
    const page = await context.newPage()
    for (const path of ['/', '/scripts', `/scripts/${script.id}`]) {
      await page.goto(path)
      await expect(page.getByText(/^Signing in, downloading and liking need JavaScript/)).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('background-color', background)
    }
    await expect(header(page).getByRole('button', { name: /^Theme/ })).toBeHidden()
    await header(page).getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/sign-in')
    await expect(main(page).getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByText(/^Signing in, downloading and liking need JavaScript/)).toBeVisible()
    await context.close()
  }
})

test('the menu of a phone holds what its user needs', async ({ browser }) => {
  const member = await registerUser('member')
  const visitorLinks = ['Homepage', 'Assets', 'Collections', 'FAQ', 'Sign In', 'Create Account']
  const account = [
    'Your Collections',
    'Saved for Later',
    'Your Teams',
    'Notifications',
    'Cases',
    'Profile Settings',
    'Sign Out',
  ]
  for (const [user, entries] of [
    [null, visitorLinks],
    [member, ['Homepage', 'Assets', 'Collections', 'Your Profile', ...account]],
    [
      await registerUploader(),
      ['Homepage', 'Assets', 'Collections', 'Submit Script', 'Your Profile', 'Your Scripts', ...account],
    ],
    [
      await registerModerator(),
      [
        'Homepage',
        'Assets',
        'Collections',
        'Submit Script',
        'ACP',
        'Moderation',
        'Your Profile',
        'Your Scripts',
        ...account,
      ],
    ],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' })
    if (user) await signInPage(page, user)
    await page.goto('/faq')
    const menu = header(page).getByRole('navigation', { name: 'Menu' })
    await header(page).getByRole('button', { name: 'Open menu' }).click()
    await expect(menu.getByRole('link').or(menu.getByRole('button'))).toHaveText([...entries])
    for (const name of ['Search scripts', /^Theme/])
      await expect(
        header(page).getByRole('link', { name }).or(header(page).getByRole('button', { name })),
      ).toBeVisible()
    await expectNoViolations(page)
    if (user === null) {
      await menu.getByRole('button', { name: 'Create Account' }).click()
      await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible()
    } else {
      await menu.getByRole('link', { name: 'Cases' }).click()
      await expect(page).toHaveURL('/cases')
      await header(page).getByRole('button', { name: 'Open menu' }).click()
      if (user === member) {
        await menu.getByRole('button', { name: 'Sign Out' }).click()
        await expect(header(page).getByRole('link', { name: 'Sign In', exact: true }).first()).toBeVisible()
        await expect(page.getByRole('main')).toBeFocused()
      }
    }
    await page.context().close()
  }
})

test('the button that pauses the background is there only while the background moves, and is quiet', async ({
  page,
}) => {
  const pause = page.getByRole('contentinfo').getByRole('button', { name: 'Pause background' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/faq')
  await expect(pause).toHaveCSS('border-width', '0px')
  await expect(pause).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.emulateMedia({ reducedMotion: 'no-preference', forcedColors: 'active' })
  await expect(pause).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' })
  await expect(pause).toHaveCount(0)
})

test('links for keyboards skip to the results of the list and to Download of a script', async ({ page }) => {
  const script = await submitScript(await registerUploader())
  await page.goto('/scripts')
  await waitForHydration(page.getByRole('main').getByRole('searchbox'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('article').first().getByRole('link').first()).toBeFocused()

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/scripts/${script.id}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to download' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('button', { name: /^Download/ })).toBeFocused()
  }
})
