import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { recordRequests, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { uniqueName, registerUploader, submitScript } from './users.ts'

const field = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search scripts' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const active = (page: Page) => list(page).getByRole('option', { selected: true })

async function goToSearch(page: Page): Promise<void> {
  await waitForHydration(field(page))
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('the search of the header suggests scripts, works by keyboard alone, and remembers recent searches', async ({
  page,
}) => {
  const errors = recordPageErrors(page)
  const calls = recordRequests(page)
  const author = await registerUploader()
  const word = uniqueName('lighthouse').replace('-', '')
  const first = await submitScript(author, { name: `${word} Keeper` })
  await submitScript(author, { name: `${word} Lamp` })

  await page.goto('/')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  // A search field must not have the role combobox.
  await expect(field(page)).toHaveAttribute('type', 'text')
  await goToSearch(page)
  await page.keyboard.type(word)
  await expect(list(page).getByRole('option')).toHaveCount(3)
  await expect(page.getByText('2 suggestions')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expectNoViolations(page, [1440])
  // Many letters, but one request for each pause of 250 ms.
  expect(calls.filter((call) => call === 'GET /api/scripts/search').length).toBeLessThan(word.length)

  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toHaveText('See all results')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toHaveValue(word)
  await page.keyboard.press('ArrowDown')
  const chosen = list(page).getByRole('option', { name: `${word} Keeper` })
  while ((await chosen.getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown')
    await expect(active(page)).toHaveCount(1)
  }
  const id = await chosen.getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts/${first.id}`)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(field(page)).toHaveValue('')

  await page.keyboard.press('Control+k')
  await expect(page.getByText('Recent searches', { exact: true })).toBeVisible()
  await expect(list(page).getByRole('option')).toHaveText([word, 'Clear recent searches'])
  await expectNoViolations(page, [1440])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts?q=${word}`)

  await page.goto('/')
  await goToSearch(page)
  await expect(page.getByText('Recent searches', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toHaveText('Clear recent searches')
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeHidden()
  await expect(field(page)).toBeFocused()
  await page.reload()
  await goToSearch(page)
  await page.keyboard.type('qqzzxvv')
  await expect(page.getByText('No scripts found')).toBeVisible()
  expect(errors).toEqual([])
})

test('on a narrow screen Ctrl K opens the search, and Escape returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/faq')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await waitForHydration(menu)
  await menu.focus()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
})

test('without suggestions the search still links to all results, also by mouse', async ({ page }) => {
  await page.route('**/api/scripts/search?*', (route) => route.abort())
  await page.goto('/faq')
  await field(page).click()
  await page.keyboard.type('garage')
  await expect(page.getByText('Suggestions could not be loaded.')).toBeVisible()

  await list(page).getByRole('option', { name: 'See all results' }).click()
  await expect(page).toHaveURL('/scripts?q=garage')
  await expect(list(page)).toBeHidden()
})
