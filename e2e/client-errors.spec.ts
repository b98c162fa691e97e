import { expect, type Page } from '@playwright/test'

import { test } from './fixtures.ts'

type Report = { type: string; action: string; status: string; description: string; metadata: object }

/** Collects the reports of the page and responds as the server does. */
async function noteReports(page: Page): Promise<Report[]> {
  const reports: Report[] = []
  await page.route('**/api/activities', async (route) => {
    reports.push(route.request().postDataJSON())
    await route.continue()
  })
  return reports
}

test('an exception in the browser is reported to the server once, and an expected error is not', async ({
  page,
}) => {
  const reports = await noteReports(page)
  let isLoaded = false
  page.on('request', (request) => {
    if (request.url().includes('error-reports')) isLoaded = true
  })
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('unknown@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('a wrong password')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByText('Invalid email or password')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(isLoaded).toBe(false)
  expect(reports).toEqual([])

  const accepted = page.waitForResponse('**/api/activities')
  await page.evaluate(() => {
    for (let times = 0; times < 5; times += 1)
      setTimeout(() => {
        throw new TypeError('The wheel is not round')
      })
  })
  expect((await accepted).status()).toBe(201)
  await page.evaluate(() => void Promise.reject(new RangeError('The promise was too large')))
  await expect.poll(() => reports.length).toBe(2)
  expect(reports).toMatchObject([
    {
      type: 'system',
      action: 'System Error',
      status: 'error',
      description: 'TypeError: The wheel is not round',
      metadata: { context: 'Uncaught error', path: '/faq' },
    },
    {
      description: 'RangeError: The promise was too large',
      metadata: { context: 'Unhandled rejection' },
    },
  ])

  await page.route('**/api/stats', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Homepage' }).click()
  await expect(page.getByText('Statistics may not be current.')).toBeVisible()
  await expect.poll(() => reports.length).toBe(3)
  expect(reports[2]).toMatchObject({
    description: 'HTTP 500: Internal Server Error',
    metadata: { context: 'GET /api/stats', path: '/' },
  })
})

test('a server that rejects reports gets no more of them, and the page works on', async ({ page }) => {
  let asked = 0
  await page.route('**/api/activities', async (route) => {
    asked += 1
    await route.fulfill({ status: 500, json: { error: 'Internal error', code: 'internal' } })
  })
  for (const call of ['categories', 'stats'])
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.goto('/faq')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Homepage' }).click()

  await expect(page.getByRole('heading', { name: 'Latest Scripts' })).toBeVisible()
  await expect(page.getByText('Statistics may not be current.')).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  await page.getByRole('main').getByRole('link', { name: 'Browse Scripts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scripts' })).toBeVisible()
  expect(asked).toBe(1)
})
