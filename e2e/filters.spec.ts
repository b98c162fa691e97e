import { randomBytes } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { expectNoViolations } from './axe.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, submitScript, type RegisteredUser } from './users.ts'

// One worker runs this file, so that its scripts are created once.
test.describe.configure({ mode: 'default' })

/** A tag of this file's scripts only: other tests publish at the same time. */
const word = `shelf${randomBytes(4).toString('hex')}`
let author: RegisteredUser
let library: { id: number }

test.beforeAll('four scripts whose archives are analysed', async ({ playwright, baseURL }) => {
  author = await registerUploader()
  const esx = "ESX = exports['es_extended']:getSharedObject()"
  const qbcore = "local QBCore = exports['qb-core']:GetCoreObject()"
  library = await submit('library', [`${word}_lib`, 'print(1)'], {})
  await submit('shop', [`${word}_shop`, esx], { 'install.sql': 'select 1;', 'page.html': '<p>' }, ['extra'])
  await submit('bank', [`${word}_bank`, esx], { 'page.html': '<p>' })
  await submit('jail', [`${word}_jail`, qbcore], { 'install.sql': 'select 1;' })
  const request = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const analysed = async () => {
    const response = await request.get(`/api/scripts?tag=${word}&game=gta5`)
    return (await response.json()).pagination.total
  }
  await expect.poll(analysed).toBe(4)
  await request.dispose()
})

async function submit(
  name: string,
  [resource, code]: [string, string],
  files: Record<string, string>,
  tags: string[] = [],
) {
  const page = files['page.html'] === undefined ? '' : "ui_page 'page.html'\n"
  const needs = name === 'library' ? '' : `dependency '${word}_lib'\n`
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 's.lua'\n${page}${needs}`
  const members = { 'fxmanifest.lua': manifest, 's.lua': `${code}\n-- ${name}`, ...files }
  const archive = zipOf(
    Object.entries(members).map(([path, content]) => ({ name: `${resource}/${path}`, content })),
  )
  return submitScript(author, { name: `${word} ${name}`, tags: [word, ...tags], archive })
}

const names = (page: Page) =>
  page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('article').getByRole('heading')
const active = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const named = (...list: string[]) => list.map((name) => `${word} ${name}`)

test('filters by contents combine, are in the URL, and Back restores them', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  await expect(names(page)).toHaveText(named('jail', 'bank', 'shop', 'library'))

  await waitForHydration(page.getByLabel('Framework'))
  await page.getByLabel('Framework').selectOption({ label: 'ESX (2)' })
  await expect(page).toHaveURL(`/scripts?framework=esx&tag=${word}`)
  await expect(names(page)).toHaveText(named('bank', 'shop'))
  await page.getByLabel('Database').selectOption({ label: 'Without (1)' })
  await expect(page).toHaveURL(`/scripts?framework=esx&exclude=sql&tag=${word}`)
  await expect(names(page)).toHaveText(named('bank'))
  await page.getByLabel('Database').selectOption('with')
  await expect(page).toHaveURL(`/scripts?framework=esx&includes=sql&tag=${word}`)
  await expect(names(page)).toHaveText(named('shop'))
  await page.getByLabel('Findings').selectOption('No known suspicious patterns (1)')
  await expect(page).toHaveURL(`/scripts?framework=esx&includes=sql&report=none&tag=${word}`)

  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Database')).toHaveValue('without')
  await expect(names(page)).toHaveText(named('bank'))
})

test('lists are filtered by what they need and by the server build, and newest shows the date of publication', async ({
  page,
}) => {
  await page.goto(`/scripts?tag=${word}`)
  await expect(
    page
      .getByRole('article')
      .first()
      .getByText(/^Added \d/),
  ).toBeVisible()
  await waitForHydration(page.getByLabel('Needs a resource'))
  await page.getByLabel('Needs a resource').fill(`${word}_lib`)
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(named('jail', 'bank', 'shop'))
  await expect(page.getByLabel('Library')).toHaveValue(`${word}_lib`)
  await page.getByLabel('Your server build').fill('7290')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts?needs=${word}_lib&build=7290&tag=${word}`)
  await expect(active(page).getByRole('link', { name: 'Remove Runs on build 7290' })).toBeVisible()
  await page.getByLabel('Sort').selectOption('Most Viewed')
  await expect(
    page
      .getByRole('article')
      .first()
      .getByText(/^Updated \d/),
  ).toBeVisible()
})

test('a search that no script has all words of shows those with most of them, under a heading', async ({
  page,
}) => {
  await page.goto(`/scripts?q=${word}+bank+qqzzxvv`)
  await expect(page.getByRole('heading', { name: 'No script has all of these words' })).toBeVisible()
  await expect(page.getByText('These come closest.')).toBeVisible()
  await expect(names(page).first()).toHaveText(`${word} bank`)
  await expectNoViolations(page, [1440, 390])

  await page.goto('/scripts?q=qqzzxvv')
  await expect(
    page.getByText('Nothing matches “qqzzxvv”. Check the spelling, or try another word.'),
  ).toBeVisible()
  await expect(page.getByRole('main').getByText(/filters? ?(out|,|\.)/i)).toHaveCount(0)
  await page.getByRole('link', { name: 'Show all scripts' }).click()
  await expect(page).toHaveURL('/scripts')
})

test('below the one script with all words of a search, those with some of them follow', async ({ page }) => {
  await page.goto(`/scripts?q=${word}+bank`)
  const more = page.getByRole('region', { name: 'More scripts with some of these words' })
  await expect(names(page).first()).toHaveText(`${word} bank`)
  await expect(more.getByRole('article').first()).toBeVisible()
  await expect(more.getByRole('heading', { name: `${word} bank` })).toHaveCount(0)
  await expectNoViolations(page, [1440, 390])

  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search scripts' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await field.fill(`${word} bank`)
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.nth(0)).not.toContainText('Some of these words')
  await expect(options.nth(1)).toContainText('Some of these words')
})

test('each active filter can be removed on its own, and all together', async ({ page }) => {
  await page.goto(`/scripts?framework=esx&exclude=page,qbcore&updated=30&tags=${word},extra`)
  // A click before the hydration loads the page again, without the focus.
  await waitForHydration(active(page).getByRole('link').first())
  await expect(active(page).getByRole('listitem')).toHaveText([
    'ESX',
    'Without a user interface',
    'Not for QBCore',
    'Updated: last 30 days',
    'Tag: extra',
    `Tag: ${word}`,
    'Clear all',
  ])

  await active(page).getByRole('link', { name: 'Remove Without a user interface' }).click()
  await expect(page).toHaveURL(`/scripts?framework=esx&exclude=qbcore&updated=30&tags=extra%2C${word}`)
  await expect(names(page)).toHaveText(named('shop'))
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  await active(page).getByRole('link', { name: 'Remove Tag: extra' }).click()
  await expect(names(page)).toHaveText(named('bank', 'shop'))
  await active(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/scripts')
  await expect(active(page)).toBeHidden()
})

test('an empty list says how many scripts each filter leaves out', async ({ page }) => {
  await page.goto(`/scripts?framework=qbcore&includes=page&tag=${word}`)

  const removals = page.getByRole('list', { name: 'Remove a filter' }).getByRole('listitem')
  await expect(removals).toHaveText([
    'Remove “QBCore”: 2 scripts',
    'Remove “With a user interface”: 1 script',
    /^Remove “Tag: /,
  ])
  await removals.getByRole('link', { name: 'Remove “QBCore”' }).click()
  await expect(names(page)).toHaveText(named('bank', 'shop'))
})

test('a tag on a card leads to its list, and another one can be added by keyboard', async ({ page }) => {
  await page.goto(`/scripts?tag=extra&author=${author.username}`)
  const card = page.getByRole('article').first()
  await expect(card.getByText('ESX', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: word, exact: true }).click()
  await expect(page).toHaveURL(`/scripts?tag=${word}`)

  await waitForHydration(page.getByLabel('Add a tag'))
  await page.getByLabel('Add a tag').fill('extra')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts?tags=extra%2C${word}`)
  await expect(names(page)).toHaveText(named('shop'))
})

test('lists are sorted by trend and by the last edit', async ({ page }) => {
  await page.goto(`/scripts?tag=${word}`)
  await page.getByLabel('Sort').selectOption('Trending')
  await expect(page).toHaveURL(`/scripts?tag=${word}&sort=trending`)
  await expect(names(page)).toHaveCount(4)
  await page.getByLabel('Sort').selectOption('Recently Updated')
  await expect(page).toHaveURL(`/scripts?tag=${word}&sort=updated`)
})

test('a script says which scripts use it', async ({ page }) => {
  await page.goto(`/scripts/${library.id}`)
  const usedBy = page.getByRole('region', { name: 'Used by' })
  await expect(usedBy.getByRole('article').getByRole('heading')).toHaveText(named('jail', 'bank', 'shop'))
})

test('all scripts that use a script are on a page of their own', async ({ page, request }) => {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\ndependency '${word}_shop'\n`
  const archive = zipOf([{ name: `${word}_user/fxmanifest.lua`, content: manifest }])
  const [shop] = (await (await request.get(`/api/scripts?tags=${word},extra`)).json()).scripts
  const url = `/scripts/${shop.id}/dependents`
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'No script needs this one' })).toBeVisible()
  await expectNoViolations(page, [390])

  for (let n = 1; n <= 13; n++) await submitScript(author, { name: `User ${n} of ${word}`, archive })
  const total = async () => (await (await request.get(`/api${url}`)).json()).pagination.total
  await expect.poll(total).toBe(13)
  expect(await (await request.get(`${url}?page=2`)).text()).toContain(`User 1 of ${word}`)

  await page.goto(`/scripts/${shop.id}`)
  await page.getByRole('link', { name: 'All 13 scripts that need this one' }).click()
  await expect(page).toHaveURL(url)
  await expect(page).toHaveTitle(`Used by: ${word} shop · Scripthaven`)
  await expect(page.getByRole('heading', { level: 2, name: 'Used by 13 scripts' })).toBeVisible()
  const dependents = page.getByRole('list', { name: 'Scripts that need this one' }).getByRole('article')
  await expect(dependents).toHaveCount(12)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(`${url}?page=2`)
  await expect(dependents.getByRole('heading')).toHaveText([`User 1 of ${word}`])
  await page.goBack()
  await expect(dependents).toHaveCount(12)
})

test('on a phone the filters are closed, the active ones and the number of results stay visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/scripts?framework=esx&exclude=sql&tag=${word}`)
  await expect(names(page)).toHaveText(named('bank'))
  await expect(page.getByLabel('Framework')).toBeHidden()
  const count = page.getByRole('search', { name: 'Scripts' }).getByText('1–1 of 1 script')
  expect((await count.boundingBox())?.width).toBeGreaterThan(60)
  await expect(active(page).getByRole('link', { name: 'Remove ESX' })).toBeVisible()

  await page.getByRole('button', { name: /^Filters/ }).click()
  // Half a row is too narrow for these names and their values.
  for (const name of ['Source repository', 'Documentation', 'Support link'])
    expect((await page.getByLabel(name).boundingBox())?.width).toBeGreaterThan(150)
  await page.getByLabel('Database').selectOption('')
  await expect(names(page)).toHaveText(named('bank', 'shop'))
  await expectNoViolations(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form sends all filters, and a filter can be removed', async ({ page }) => {
    await page.goto(`/scripts?tag=${word}`)
    await page.getByLabel('Framework').selectOption('esx')
    await page.getByLabel('Database').selectOption('without')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(names(page)).toHaveText(named('bank'))

    await active(page).getByRole('link', { name: 'Remove Without SQL files' }).click()
    await expect(names(page)).toHaveText(named('bank', 'shop'))
  })
})
