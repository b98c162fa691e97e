import { expect, type Page } from '@playwright/test'

import { expectNoViolations, noteTroubles } from './axe.ts'
import { noteCalls } from './browser.ts'
import { test } from './journey.ts'
import { freshName, registerAuthor, submitScript } from './people.ts'

const field = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search scripts' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const active = (page: Page) => list(page).getByRole('option', { selected: true })

/** A page that has just come may not listen yet. */
const goToSearch = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 500 })
  }).toPass()

test('the search of the header suggests scripts, by keyboard alone, and remembers what was searched for', async ({
  page,
  request,
}) => {
  const troubles = noteTroubles(page)
  const calls = noteCalls(page)
  const author = await registerAuthor(request)
  const word = freshName('lighthouse').replace('-', '')
  const first = await submitScript(request, author, { name: `${word} Keeper` })
  await submitScript(request, author, { name: `${word} Lamp` })

  await page.goto('/')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await goToSearch(page)
  await page.keyboard.type(word)
  await expect(list(page).getByRole('option')).toHaveCount(3)
  await expect(page.getByText('2 suggestions')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expectNoViolations(page, [1440])
  // As many letters, but one question for each rest of a quarter of a second.
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
  await page.keyboard.type('no-script-is-called-that')
  await expect(page.getByText('No scripts found')).toBeVisible()
  expect(troubles).toEqual([])
})

test('without suggestions the search still leads to all results, and a pointer can choose them', async ({
  page,
}) => {
  await page.route('**/api/scripts/search?*', (route) => route.abort())
  await page.goto('/faq')
  await field(page).click()
  await page.keyboard.type('garage')
  await expect(page.getByText('Suggestions could not be loaded.')).toBeVisible()

  await list(page).getByRole('option', { name: 'See all results' }).click()
  await expect(page).toHaveURL('/scripts?q=garage')
  await expect(list(page)).toBeHidden()
})
