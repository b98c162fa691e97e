import { readFile } from 'node:fs/promises'

import { expect } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { test } from './fixtures.ts'
import { registerAdministrator, registerModerator, signInPage } from './users.ts'

const figures = (period: number) => ({
  days: Array.from({ length: period }, (_, index) => ({
    date: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    downloads: 40 + ((index * 37) % 23),
    views: 400 + ((index * 91) % 120),
    submissions: (index * 5) % 7,
    registrations: (index * 3) % 11,
  })),
  scripts: [
    { id: 1, name: 'Garage', author: 'ada', downloads: 321, isPublic: true },
    { id: 2, name: 'Market', author: 'grace', downloads: 123, isPublic: false },
  ],
  authors: [{ username: 'ada', downloads: 444 }],
  emptySearches: [{ query: 'phone system', count: 12 }],
  reviews: { waiting: 3, oldestHours: 50, decided: 41, medianHours: 2.5, slowestHours: 0.5 },
})

test('the figures of a period have charts, tables and a CSV file, and the period is in the URL', async ({
  page,
}) => {
  const errors = recordPageErrors(page)
  await signInPage(page, await registerAdministrator())
  await page.route('**/api/analytics?*', (route) =>
    route.fulfill({ json: figures(Number(new URL(route.request().url()).searchParams.get('period'))) }),
  )
  await page.goto('/admin/analytics?period=7')
  await expect(page.getByRole('heading', { level: 2, name: 'Last 7 days' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Counts by day' })
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(table.getByRole('row').nth(1)).toHaveText('1 Oct 20264040000')
  await expect(page.getByRole('region', { name: 'Most downloaded scripts' })).toContainText(
    'Market by grace Not public',
  )
  await expect(page.getByRole('region', { name: 'Searches without a result' })).toContainText(
    'phone system12',
  )
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText(
    /Waiting now3Longest wait2.1 daysDecided in the period41Median time to a decision2.5 hSlowest30 min/,
  )
  await expectNoViolations(page, [1440, 768, 390])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('radio', { name: '90 days' }).check({ force: true })
  await expect(page).toHaveURL(/\?period=90$/)
  await expect(table.getByRole('row')).toHaveCount(91)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('analytics-90-days.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    'Date,Downloads,Views,Submissions,Registrations',
    '2026-10-01,40,400,0,0',
  ])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Last 7 days' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a new site has no figures, a failed call can be repeated, and a moderator is denied', async ({
  page,
  browser,
}) => {
  await signInPage(page, await registerAdministrator())
  await page.route('**/api/analytics?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'The site is busy', code: 'unavailable' } }),
  )
  await page.goto('/admin/analytics')
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await page.unroute('**/api/analytics?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('No finished days yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()

  const other = await (await browser.newContext()).newPage()
  await signInPage(other, await registerModerator())
  await other.goto('/admin/analytics')
  await expect(other.getByText('Your account lacks the permission for this page.')).toBeVisible()
  await other.context().close()
})
