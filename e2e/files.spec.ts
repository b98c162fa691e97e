import { expect, type Page } from '@playwright/test'

import { zipOf } from '#test-support/archives/zip.ts'

import { smallImage } from './author-files.ts'
import { expectNoViolations, recordPageErrors } from './axe.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, submitScript } from './users.ts'

const update = `-- Loads the next version.
local url = 'https://updates.example/v1'
PerformHttpRequest(url, function(status, body)
  load(body)()
end)
local hidden = '\u202E'
`
const members = {
  'hud/fxmanifest.lua': "fx_version 'cerulean'\ngame 'gta5'\nserver_scripts { 'server/*.lua' }\n",
  'hud/server/update.lua': update,
  'hud/server/main.lua': "print('hud')\n".repeat(450),
  'hud/html/index.html': '<script>document.title = "run"</script>\n',
  'hud/html/50% [new] #1?.css': 'a { color: red; }\n',
  'hud/html/logo.png': smallImage,
  'hud/lib.dll': Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0, 0]),
  'README.md': '# Hud\n',
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Files' })
const item = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name })
const line = (page: Page, number: number) => page.locator(`#L${number}`)

test('the files of an archive are read by keyboard, and a link leads to lines', async ({ page, request }) => {
  const errors = recordPageErrors(page)
  const archive = zipOf(Object.entries(members).map(([name, content]) => ({ name, content, deflate: true })))
  const script = await submitScript(await registerUploader(), { archive })
  const url = `/scripts/${script.id}/files`
  await expect
    .poll(async () => (await (await request.get(`/api/scripts/${script.id}`)).json()).analysis?.state)
    .toBe('done')
  const served = await (await request.get(url)).text()
  expect(served).toContain('fxmanifest.lua')
  expect(served).toContain('noindex')
  // The code, for readers without JavaScript.
  expect(served).toContain('<span id="L1">fx_version &#x27;cerulean&#x27;</span>')
  expect((await request.get(`${url}/hud/lost.lua`)).status()).toBe(404)

  await page.goto(url)
  await expect(page.getByRole('heading', { name: /hud.*fxmanifest\.lua/ })).toBeVisible()
  await expect(line(page, 1)).toContainText("fx_version 'cerulean'")
  await expect(item(page, 'fxmanifest.lua')).toHaveAttribute('aria-selected', 'true')
  await item(page, 'fxmanifest.lua').focus()
  await page.keyboard.press('Home')
  await expect(item(page, 'hud')).toBeFocused()
  await page.keyboard.type('se')
  const server = item(page, /^server.*check first$/)
  await expect(server).toBeFocused()
  await expect(server).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(item(page, 'main.lua')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const file = item(page, /^update\.lua.*check first$/)
  await expect(file).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(`${url}/hud/server/update.lua`)
  await expect(file).toBeFocused()
  await expect(page.locator('#L3 + [role=note]').or(page.locator('#L4 + [role=note]')).first()).toContainText(
    'Check first',
  )
  await expect(line(page, 6)).toContainText('U+202E')
  await page.getByRole('link', { name: 'Line 1', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/hud/server/update.lua#L2`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(`${url}/hud/server/update.lua#L2-L4`)
  await expect(page.locator('[data-selected]')).toHaveCount(3)
  await expectNoViolations(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/hud/server/main.lua#L440`)
  await expect(line(page, 440)).toBeInViewport()
  await page.getByRole('searchbox', { name: 'Filter files' }).fill('50%')
  await item(page, '50% [new] #1?.css').click()
  await expect(line(page, 1)).toContainText('a { color: red; }')
  await page.reload()
  await expect(line(page, 1)).toContainText('a { color: red; }')
  await page.goto(`${url}/hud/html/index.html`)
  await expect(line(page, 1)).toContainText('<script>document.title = "run"</script>')
  expect(errors).toEqual([])
})

test('images are shown, binary files and folders are described, on a phone too', async ({
  page,
  request,
}) => {
  const archive = zipOf(Object.entries(members).map(([name, content]) => ({ name, content, deflate: true })))
  const script = await submitScript(await registerUploader(), { archive })
  await expect
    .poll(async () => (await (await request.get(`/api/scripts/${script.id}`)).json()).analysis?.state)
    .toBe('done')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/scripts/${script.id}/files/hud`)
  const contents = page.getByRole('list', { name: 'Contents' })
  await expect(contents.getByRole('link')).toHaveText([/^html/, /^server/, /^fxmanifest\.lua/, /^lib\.dll/])
  await contents.getByRole('link', { name: 'lib.dll' }).click()
  await expect(page.getByText('Not shown: a binary file of 8 B.')).toBeVisible()
  await expect(page.getByRole('note').filter({ hasText: 'Contains compiled code' })).toBeVisible()
  await expectNoViolations(page, [390])

  await page.getByRole('button', { name: '8 files' }).click()
  const drawer = page.getByRole('dialog', { name: 'Files of the archive' })
  await drawer.getByRole('treeitem', { name: 'html' }).click()
  await drawer.getByRole('treeitem', { name: 'logo.png' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('img', { name: 'logo.png' })).toBeVisible()
  await expect(page.getByText('2 × 2')).toBeVisible()
})

test('a page without JavaScript shows the code of a file, and one whose archive was not read says so', async ({
  browser,
  request,
}) => {
  const archive = zipOf([
    { name: 'hud/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n", deflate: true },
  ])
  const script = await submitScript(await registerUploader(), { archive })
  await expect
    .poll(async () => (await (await request.get(`/api/scripts/${script.id}`)).json()).analysis?.state)
    .toBe('done')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`/scripts/${script.id}/files/hud/fxmanifest.lua`)
  await expect(plain.locator('#L2')).toHaveText("game 'gta5'")
  await context.close()

  const page = await browser.newPage()
  for (const [analysis, title] of [
    ['waiting', 'Not read yet'],
    ['failed', 'The files cannot be shown'],
    ['done', 'No files'],
  ] as const) {
    await page.unrouteAll()
    await page.route('**/api/versions/*/files', async (route) => {
      const reply = await (await route.fetch()).json()
      await route.fulfill({ json: { version: { ...reply.version, analysis }, files: [] } })
    })
    await page.goto(`/scripts/${script.id}`)
    const files = page.getByRole('main').getByRole('link', { name: 'Files', exact: true })
    await waitForHydration(files)
    await files.click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await page.close()
})
