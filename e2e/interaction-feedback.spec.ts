import { expect, type Locator, type Page } from '@playwright/test'

import { delayRequests, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import {
  uniqueName,
  registerUser,
  registerAdministrator,
  registerUploader,
  signInPage,
  submitScript,
} from './users.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: new RegExp(`^${name}`) })
const marked = (page: Page, label: string) =>
  page.getByRole('navigation', { name: label }).locator('[aria-current]')
/** Hydrated when the part is loaded that paints before it navigates. */
const grid = (page: Page) => page.getByRole('list', { name: 'Scripts', exact: true })

/** Clicks, and reads the texts or attributes of all matches in the next frame. */
async function clickAndReadNextFrame(control: Locator, shown: string, attribute: string): Promise<unknown[]> {
  return control.evaluate(
    (element, { selector, name }) =>
      new Promise<unknown[]>((resolve) => {
        if (element instanceof HTMLElement) element.click()
        requestAnimationFrame(() => {
          const found = [...document.querySelectorAll(selector)]
          resolve(found.map((one) => Reflect.get(one, name)))
        })
      }),
    { selector: shown, name: attribute },
  )
}

test('a click in a list of scripts is shown in the next frame, while the request is in flight', async ({
  page,
}) => {
  const tag = uniqueName('pressed')
  await submitScript(await registerUploader(), { tags: [tag], category: 'Jobs' })
  await page.goto(`/scripts?tag=${tag}`)
  await expect(grid(page).getByRole('article')).toHaveCount(1)
  await waitForHydration(tab(page, 'Jobs'))
  const hold = await delayRequests(page, '**/api/scripts?*')
  const pressed = '[aria-label="Categories"] [aria-current]'

  expect(await clickAndReadNextFrame(tab(page, 'Jobs'), pressed, 'textContent')).toEqual([
    expect.stringMatching(/^Jobs/),
  ])
  await expect(grid(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(`/scripts?category=Jobs&tag=${tag}`)
  expect(await clickAndReadNextFrame(tab(page, 'Cars'), pressed, 'textContent')).toEqual([
    expect.stringMatching(/^Cars/),
  ])
  await expect(page).toHaveURL(`/scripts?category=Cars&tag=${tag}`)
  await page.goBack()
  await expect(page).toHaveURL(`/scripts?category=Jobs&tag=${tag}`)
  await expect(marked(page, 'Categories')).toHaveText([/^Jobs/])
  hold.release()

  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await page.goBack()
  await expect(marked(page, 'Categories')).toHaveText([/^All/])
  await expect(grid(page).getByRole('article')).toHaveCount(1)
})

test('of two tabs that are clicked before the first one is painted, the last one wins and both are in the history', async ({
  page,
}) => {
  await page.goto('/scripts')
  await waitForHydration(tab(page, 'Jobs'))

  const [first, second] = [await tab(page, 'Jobs').elementHandle(), await tab(page, 'Cars').elementHandle()]
  await page.evaluate(
    (links) => {
      for (const link of links) if (link instanceof HTMLElement) link.click()
    },
    [first, second],
  )

  await expect(page).toHaveURL('/scripts?category=Cars')
  await expect(marked(page, 'Categories')).toHaveText([/^Cars/])
  await page.goBack()
  await expect(page).toHaveURL('/scripts?category=Jobs')
  await expect(marked(page, 'Categories')).toHaveText([/^Jobs/])
})

test('a list that cannot be loaded shows the error under the clicked tab, and Back returns to the previous tab', async ({
  page,
}) => {
  const tag = uniqueName('failed')
  await submitScript(await registerUploader(), { tags: [tag], category: 'Jobs' })
  await page.goto(`/scripts?tag=${tag}`)
  await expect(grid(page).getByRole('article')).toHaveCount(1)
  await waitForHydration(tab(page, 'Cars'))
  await page.route('**/api/scripts?*', (route) => route.abort())

  await tab(page, 'Cars').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load scripts' })).toBeVisible()
  await expect(marked(page, 'Categories')).toHaveText([/^Cars/])
  await page.goBack()

  await expect(marked(page, 'Categories')).toHaveText([/^All/])
  await expect(grid(page).getByRole('article')).toHaveCount(1)
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
})

test('a sorted column and the checkbox for all rows change in the next frame', async ({ page }) => {
  const crowd = uniqueName('rows').replaceAll('-', '')
  for (const role of [crowd, crowd]) await registerUser(role)
  await signInPage(page, await registerAdministrator())
  await page.goto(`/admin/users?q=${crowd}`)
  const rows = page.getByRole('row').filter({ hasText: crowd })
  await expect(rows).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  const hold = await delayRequests(page, '**/api/users/admin/users?*')

  const column = page.getByRole('columnheader', { name: 'Scripts' })
  expect(await clickAndReadNextFrame(column.getByRole('link'), 'th[aria-sort]', 'ariaSort')).toEqual([
    'descending',
  ])
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  hold.release()
  const all = page.getByRole('checkbox', { name: 'Select all users on this page' })
  expect(await clickAndReadNextFrame(all, 'thead [type=checkbox]', 'checked')).toEqual([true])
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await rows.first().getByRole('checkbox').click({ force: true })
  await expect(all).toBeChecked({ indeterminate: true })
  await all.click({ force: true })
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(2)
  expect(await clickAndReadNextFrame(all, 'thead [type=checkbox]', 'checked')).toEqual([false])

  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(all).not.toBeChecked({ indeterminate: true })
})

test('a period of the dashboard is selected from the click on', async ({ page }) => {
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin')
  const week = page.getByRole('radio', { name: '7 days', exact: true })
  await expect(week).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const hold = await delayRequests(page, '**/api/stats/historical?*')

  expect(await clickAndReadNextFrame(week, 'fieldset input[type=radio]', 'checked')).toEqual([
    true,
    false,
    false,
  ])
  await expect(page).toHaveURL('/admin?period=7')
  await expect(week).toBeChecked()
  hold.release()
  await page.goBack()

  await expect(page.getByRole('radio', { name: '30 days', exact: true })).toBeChecked()
})
