import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { expectFocusNotLost } from './browser.ts'
import { test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const partners = [
  partner(1, 'Harbour Hosting', { logo: '/favicon.svg' }),
  partner(2, 'Missing Logo', { logo: '/files/avatars/missing-image.webp' }),
  partner(3, 'Empty Place', { isPlaceholder: true }),
]

/** Navigates to the homepage from another page, so that the browser requests its data. */
async function walkHome(page: Page) {
  await page.goto('/faq')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Homepage' }).click()
  await expect(page.getByRole('heading', { name: 'Latest Scripts' })).toBeVisible()
}

test('the partners scroll forever, and pause for hover, focus and the pause button', async ({ page }) => {
  const errors = recordPageErrors(page)
  await page.route('**/api/partners', (route) => route.fulfill({ json: partners }))
  await walkHome(page)

  const list = page.getByRole('list', { name: 'Partners' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Empty Place')).toHaveCount(0)
  await expect(page.locator('#partners ul[inert][aria-hidden="true"]')).toHaveCount(2)
  const [harbour, broken] = [
    list.getByRole('link', { name: /^Harbour Hosting/ }).first(),
    list.getByRole('link', { name: /^Missing Logo/ }).first(),
  ]
  await expect(harbour).toHaveAttribute('href', 'https://harbour.example.com')
  await harbour.scrollIntoViewIfNeeded()
  await expect(harbour.locator('img')).toHaveCount(1)
  await expect(broken.locator('img')).toHaveCount(0)

  const track = list.locator('..')
  await page.mouse.move(0, 0)
  await expect(track).toHaveCSS('animation-play-state', 'running')
  await page.getByRole('heading', { name: 'Partners' }).hover()
  await track.locator('..').hover()
  await expect(track).toHaveCSS('animation-play-state', 'paused')
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Pause motion' }).focus()
  await page.keyboard.press('Tab')
  await expect(harbour).toBeFocused()
  await expect(track).toHaveCSS('animation-name', 'none')
  await expect(harbour).toBeInViewport()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeFocused()
  await expect(track).toHaveCSS('animation-play-state', 'paused')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(track).toHaveCSS('animation-name', 'none')
  await expect(page.locator('#partners ul[inert]').first()).toBeHidden()
  await expectNoViolations(page)
  expect(errors).toEqual([])
})

test('the background lines move, and pause when they are out of view or reduced motion is set', async ({
  page,
}) => {
  await page.goto('/faq')
  const lines = page.locator('svg:has(> use[href="#contour-lines"])')
  await expect(lines).toHaveCSS('animation-play-state', 'running, running')

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(lines).not.toBeInViewport()
  await expect(lines).toHaveCSS('animation-play-state', 'paused, running')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(lines).toHaveCSS('animation-play-state', 'running, running')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(lines).toHaveCSS('animation-name', 'none')
})

test('the homepage opens the community dialog, and says what it could not load', async ({ page }) => {
  await page.route('**/api/stats', (route) => route.abort())
  await page.route('**/api/scripts?*', (route) => route.abort())
  await walkHome(page)

  const statistics = page.getByRole('list', { name: 'Statistics' })
  await expect(statistics).toContainText('2.5K+')
  for (const total of ['15K+', '500K+']) await expect(statistics).toContainText(total)
  await expect(page.getByText('Statistics may not be current.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Unable to load scripts' })).toBeVisible()
  await expect(
    page.getByText('There was an error loading the latest scripts. Please try again.'),
  ).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/api/scripts?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Unable to load scripts' })).toBeHidden()

  const join = page.getByRole('main').getByRole('button', { name: 'Join Discord' })
  await join.click()
  const dialog = page.getByRole('dialog', { name: 'Leaving the site' })
  await expect(dialog.getByRole('link', { name: 'Continue To Link' })).toHaveAttribute('href', /invite$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectFocusNotLost(page)
})

test('on a wide screen a tracker follows the sections and jumps to them by keyboard', async ({ page }) => {
  await page.goto('/')
  const tracker = page.getByRole('navigation', { name: 'Sections' })
  const current = tracker.locator('[aria-current="location"]')
  await expect(current).toHaveText('Home')

  await tracker.getByRole('link', { name: 'Latest Scripts' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/#latest-scripts')
  await expect(page.getByRole('heading', { name: 'Latest Scripts' })).toBeInViewport()

  await tracker.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(current).toHaveText('Home')
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(tracker).toBeHidden()
})

function partner(id: number, name: string, others: object) {
  const site = `https://${name.split(' ')[0]?.toLowerCase()}.example.com`
  return {
    id,
    name,
    description: 'They lend a hand.',
    website: site,
    discord: `${site}/chat`,
    featured: false,
    partnerSince: '2026-01-01T00:00:00.000Z',
    isPlaceholder: false,
    ...others,
  }
}
