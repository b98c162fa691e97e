import { readFile } from 'node:fs/promises'

import { expect, type Locator, type Page } from '@playwright/test'

import { screenshot, smallArchive, zipFile } from './author-files.ts'
import { test } from './fixtures.ts'
import {
  uniqueName,
  registerAdministrator,
  registerUser,
  registerUploader,
  signInPage,
  submitScript,
} from './users.ts'
import { archiveField, description, imagesField, sendButton, submitForm, tagsField } from './submit-form.ts'

/** Presses Tab until the target has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 90 } = {}): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    expect(await unmarkedFocus(page)).toBeUndefined()
  }
  throw new Error(`The focus never came to ${String(target)}`)
}

/** A focused element without an outline of 2 px around it or around its frame. */
async function unmarkedFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return undefined
    let element: Element | null = focused
    for (let level = 0; element && level < 5; level += 1) {
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element)
      const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0'
      if (isDrawn && element.getBoundingClientRect().width > 0) return undefined
      element = element.parentElement
    }
    return focused.outerHTML.slice(0, 200)
  })
}

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

test('a user finds, likes and downloads a script with the keyboard alone', async ({ page }) => {
  const name = `Keyboard Garage ${uniqueName('x')}`
  const script = await submitScript(await registerUploader(), { name })
  const member = await registerUser('member')
  await page.goto('/')

  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(member.email)
  await tabTo(page, dialog.getByLabel('Password', { exact: true }))
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => focusedTag(page)).not.toBe('BODY')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/scripts\?q=/)
  const card = page.getByRole('article').getByRole('link', { name })
  await tabTo(page, card)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(page.getByRole('main')).toBeFocused()

  const like = page.getByRole('main').getByRole('button', { name: /^Liked? / })
  await tabTo(page, like)
  await page.keyboard.press('Space')
  await expect(like).toHaveAccessibleName('Liked 1')
  await expect(like).toBeFocused()
  const download = page.getByRole('main').getByRole('button', { name: /^Download/ })
  await tabTo(page, download, { key: 'Shift+Tab' })
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${name} 1.2.0.zip`)
  expect((await readFile(await saved.path())).equals(smallArchive())).toBe(true)
  await expect(download).toBeFocused()
})

test('an author submits a script with the keyboard alone, files included', async ({ page }) => {
  const author = await registerUploader()
  const name = `Keyboard Towing ${uniqueName('x')}`
  await signInPage(page, author)
  await page.goto('/')
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit Script' }),
  )
  await page.keyboard.press('Enter')
  const form = submitForm(page)
  await expect(form).toBeVisible()

  await tabTo(page, form.getByLabel('Script name'))
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(description)
  await tabTo(page, form.getByLabel('Status'))
  await page.keyboard.type('Rea')
  await tabTo(page, form.getByLabel('Category'))
  await page.keyboard.type('Jo')
  await tabTo(page, tagsField(form))
  await page.keyboard.type('towing')
  await chooseByKeyboard(page, archiveField(form), zipFile('towing.zip', smallArchive()))
  await expect(form.getByRole('button', { name: 'Remove towing.zip' })).toBeFocused()
  await chooseByKeyboard(page, imagesField(form), await screenshot('cover.jpg'))
  await expect(form.getByRole('img', { name: '1: cover.jpg' })).toBeVisible()
  await expect.poll(() => focusedTag(page)).not.toBe('BODY')
  await tabTo(page, sendButton(form))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Script submitted successfully!' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'View Script' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('main').getByText('Readable', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Jobs' })).toBeVisible()
})

async function chooseByKeyboard(page: Page, field: Locator, file: Parameters<Locator['setInputFiles']>[0]) {
  // Before the focus moves: the browser may handle a key before the command that it shall report the dialog.
  const opening = page.waitForEvent('filechooser')
  await tabTo(page, field)
  await page.keyboard.press('Space')
  await (await opening).setFiles(file)
}

test('an author edits and deletes a script with the keyboard alone', async ({ page }) => {
  const author = await registerUploader()
  const script = await submitScript(author)
  await signInPage(page, author)
  await page.goto(`/scripts/${script.id}`)
  const management = page.getByRole('region', { name: 'Script management' })
  await tabTo(page, management.getByRole('link', { name: 'Edit' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Edit Script' })
  await expect(form).toBeVisible()
  await tabTo(page, form.getByRole('textbox', { name: 'Tags' }))
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('button', { name: 'Save Changes' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/scripts/${script.id}`)
  await expect(page.getByRole('link', { name: 'by keyboard' })).toBeVisible()
  await expect.poll(() => focusedTag(page)).not.toBe('BODY')

  await tabTo(page, management.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(page, question.getByRole('button', { name: 'Delete Script' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/scripts')
  await expect.poll(() => focusedTag(page)).not.toBe('BODY')
})

test('the list is searched, filtered and paged with the keyboard alone, and the focus stays where it is', async ({
  page,
}) => {
  const author = await registerUploader()
  await submitScript(author, { script_status: 'Decrypted' })
  await submitScript(author)
  await page.goto(`/scripts?author=${author.username}`)

  const status = page.getByLabel('Status')
  await tabTo(page, status)
  await page.keyboard.type('Dec')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(status).toBeFocused()
  const search = page.getByRole('main').getByRole('searchbox')
  await tabTo(page, search, { key: 'Shift+Tab' })
  await page.keyboard.type('qqzzx vvkkw')
  await expect(page.getByRole('heading', { name: 'No scripts found' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Clear search' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(search).toBeFocused()
  const cars = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Cars/ })
  await tabTo(page, cars, { key: 'Shift+Tab' })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/category=Cars/)
  await expect(cars).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: /^Remove By/ }))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/author=/)
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
})

test('the first Tab leads to a link that skips the header', async ({ page }) => {
  await page.goto('/scripts')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).not.toBeInViewport()

  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.getByRole('main').evaluate((main) => main.contains(document.activeElement))).toBe(true)
})

test('the account menu opens, moves and closes by keys, and returns the focus', async ({ page }) => {
  const member = await registerUser('member')
  await signInPage(page, member)
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: `Account of ${member.username}` })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  // React Aria sometimes leaves the focus on the menu itself, whose keys also move.
  await expect(page.getByRole('menuitem', { name: 'View Profile' })).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Your Collections' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('the footer of a long dialog does not cover the focused field', async ({ page }) => {
  await signInPage(page, await registerAdministrator())
  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'Create Group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Content', { exact: true }).click()
  const last = dialog.getByRole('checkbox', { name: 'Manage partners' })
  await expect(last).toBeAttached()
  const footer = await dialog.getByRole('button', { name: 'Cancel' }).locator('..').boundingBox()
  for (const box of await dialog.getByRole('checkbox').all()) {
    if (await box.isDisabled()) continue
    await tabTo(page, box)
    const { y = 0, height = 0 } = (await box.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(footer?.y ?? 0)
  }
  await expect(last).toBeFocused()
})

test('on a narrow screen the menu opens and closes by keys', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  const open = page.getByRole('button', { name: 'Open menu' })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await tabTo(page, menu.getByRole('link', { name: 'Assets' }))
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, menu.getByRole('link', { name: 'Assets' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/scripts')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})
