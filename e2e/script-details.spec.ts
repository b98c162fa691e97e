import { expect } from '@playwright/test'

import { screenshot } from './author-files.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { fillIn, openForm, published, sendButton } from './submit-form.ts'
import { registerUploader, signInPage, submitScript, uniqueName } from './users.ts'

const documentation = `# Setup
- [x] Tested
- [ ] Translated

| Command | What it does | Who can use it | Since |
|---|---|---|--:|
| \`/towing_flatbed\` | Calls_the_flatbed_to_the_next_depot | everyone_with_the_job | 1.0.0 |

![The menu](image-2) ![Elsewhere](https://example.com/pixel.png)

[Manual](https://example.com/manual) <script>alert(1)</script>`

test('a documentation, a licence and links are written with a preview, shown on the page, filtered and edited', async ({
  page,
  request,
}) => {
  const { form } = await openForm(page)
  const name = `Towing ${uniqueName('x')}`
  const text = form.getByRole('textbox', { name: /^Documentation(?! link)/ })
  const source = form.getByLabel('Source repository')
  await fillIn(form, { name }, { images: [await screenshot('one.jpg'), await screenshot('two.png')] })
  await text.fill(documentation)
  await form.getByRole('button', { name: 'Show preview' }).last().click()
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('cell', { name: '/towing_flatbed' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'The menu' })).toHaveAttribute('src', /^blob:/)
  const boxes = [await text.boundingBox(), await preview.boundingBox()]
  expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0))
  await form.getByLabel('Licence').selectOption('GPL-3.0-or-later')
  await source.fill('git.example.com/towing')
  await form.getByLabel('Support link').fill('https://chat.example.com/invite')

  await sendButton(form).click()
  await expect(source).toHaveAccessibleDescription(
    'Source repository must be a link that starts with http:// or https://',
  )
  await expect(source).toBeFocused()
  await source.fill('https://git.example.com/towing')
  await sendButton(form).click()
  await expect(published(page)).toBeVisible()
  await page.getByRole('link', { name: 'View Script' }).click()

  await expect(page.getByRole('heading', { level: 2, name: 'Documentation' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Setup' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Done', exact: true })).toBeChecked()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const script = await (await request.get(`/api/scripts/${id}`)).json()
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: 'The menu', exact: true })).toHaveAttribute(
    'src',
    script.images[1],
  )
  await expect(main.getByRole('img', { name: 'Elsewhere' })).toHaveCount(0)
  for (const [label, url] of [
    ['Manual', 'https://example.com/manual'],
    ['git.example.com', 'https://git.example.com/towing'],
    ['chat.example.com', 'https://chat.example.com/invite'],
  ] as const) {
    await expect(main.getByRole('link', { name: label })).toHaveAttribute('href', url)
    await expect(main.getByRole('link', { name: label })).toHaveAttribute('rel', 'nofollow ugc')
  }
  await expect(main.getByRole('link', { name: 'GPL-3.0-or-later' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  const table = main.getByRole('region', { name: 'Table' })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isWide()).toBe(false)
  const html = await (await request.get(`/scripts/${id}`)).text()
  expect(html).toContain('<h3>Setup</h3>')
  expect(html).toContain('"license":"https://spdx.org/licenses/GPL-3.0-or-later.html"')
  expect(html).not.toMatch(/<img[^>]*pixel\.png/)

  await page.goto(`/scripts?license=GPL-3.0-or-later&author=${script.author}`)
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove Licence: GPL-3.0-or-later' })).toBeVisible()
  await page.goto(`/scripts?license=MIT&author=${script.author}`)
  await expect(page.getByRole('heading', { name: 'No scripts found' })).toBeVisible()

  await page.goto(`/scripts/${id}/edit`)
  const edit = page.getByRole('form', { name: 'Edit Script' })
  await expect(edit.getByRole('textbox', { name: /^Documentation(?! link)/ })).toHaveValue(documentation)
  expect(await isWide()).toBe(false)
  await edit.getByLabel('Licence').selectOption('Not stated')
  await edit.getByRole('textbox', { name: /^Documentation(?! link)/ }).fill('')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(`/scripts/${id}`)
  const saved = await (await request.get(`/api/scripts/${id}`)).json()
  expect(saved).not.toHaveProperty('license')
  expect(saved).not.toHaveProperty('documentation')
  expect(saved.sourceUrl).toBe('https://git.example.com/towing')
})

test('the author has no Report button, and no empty space where others have it', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  const add = page.getByRole('button', { name: 'Add to a collection' }).filter({ visible: true })
  await waitForHydration(add)
  await expect(page.getByRole('button', { name: 'Report this script' })).toHaveCount(0)

  const below = await add.evaluate((button) => {
    const card = button.closest('div:has(> dl)')
    return (card?.getBoundingClientRect().bottom ?? 0) - button.getBoundingClientRect().bottom
  })
  expect(below).toBeGreaterThan(0)
  expect(below).toBeLessThan(24)
})
