import { expect, type Locator, type Page } from '@playwright/test'

import { delayRequests, openWithoutScripts, recordRequests, twoFrames, waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, registerUser, submitScript } from './users.ts'

let scriptId = 0

test.beforeAll('a script', async () => {
  scriptId = (await submitScript(await registerUploader())).id
})

const scripts = '**/assets/*.js'
const header = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('main')

for (const [control, find] of [
  ['Sign In', (page) => header(page).getByRole('link', { name: 'Sign In' })],
  ['Like', (page) => main(page).getByRole('button', { name: /^Like/ })],
] satisfies [string, (page: Page) => Locator][])
  test(`${control} opens the form before the scripts are loaded, and what is typed and sent in it counts`, async ({
    page,
  }) => {
    const member = await registerUser('member')
    await page.setViewportSize({ width: 390, height: 900 })
    const delay = await delayRequests(page, scripts)
    await openWithoutScripts(page, `/scripts/${scriptId}`)
    const dialog = page.getByRole('dialog', { name: 'Sign In', exact: true })

    await find(page).click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(find(page)).not.toHaveAttribute('aria-busy')
    await find(page).click()
    await dialog.getByLabel('Email').fill(member.email)
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await page.keyboard.press('Enter')
    const submit = dialog.getByRole('button', { name: 'Sign In', exact: true })
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    delay.release()

    await expect(header(page).getByRole('button', { name: /^Account of/ })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(`/scripts/${scriptId}`)
  })

test('who types on while the scripts of a form are loaded loses no letter', async ({ page }) => {
  // The text is handed over in the next frame, which is late on a busy machine.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), 1000))
  })
  const delay = await delayRequests(page, scripts)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  await header(page).getByRole('link', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign In', exact: true })
  const email = dialog.getByLabel('Email')
  await email.pressSequentially('some')

  delay.release()
  await waitForHydration(email)
  await page.keyboard.type('one@example.com')
  await twoFrames(page)

  await expect(email).toHaveValue('someone@example.com')
})

test('what waits in a dialog that the user closes does not happen', async ({ page }) => {
  const delay = await delayRequests(page, scripts)
  const requests = recordRequests(page)
  await openWithoutScripts(page, `/scripts/${scriptId}`)
  const dialog = page.getByRole('dialog', { name: 'Sign In', exact: true })

  await header(page).getByRole('link', { name: 'Sign In' }).click()
  await dialog.getByLabel('Email').fill('someone@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('a password')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  delay.release()

  await waitForHydration(header(page).getByRole('link', { name: 'Sign In' }))
  await header(page).getByRole('link', { name: 'Sign In' }).click()
  await expect(dialog).toBeVisible()
  expect(requests.filter((request) => request.endsWith('/login'))).toEqual([])
})

for (const [title, path, width] of [
  ['the page of a script', '', 1440],
  ['the page of a script on a phone', '', 390],
  ['the versions', '/versions', 390],
  ['the installation', '/install', 390],
] as const)
  test(`Download on ${title} opens its dialog before the scripts are loaded, and a choice in it continues the download`, async ({
    page,
  }) => {
    const member = await registerUser('member')
    await page.setViewportSize({ width, height: 900 })
    const delay = await delayRequests(page, scripts)
    await openWithoutScripts(page, `/scripts/${scriptId}${path}`)
    const choice = page.getByRole('dialog', { name: 'Sign In to Download' })
    const download = main(page).getByRole('button', { name: /^Download/ })

    await download.click()
    await expect(choice).toBeVisible()
    await choice.getByRole('button', { name: 'Close' }).click()
    await expect(choice).toBeHidden()
    await expect(download).not.toHaveAttribute('aria-busy')
    await download.click()
    await choice.getByRole('button', { name: 'Sign in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign In', exact: true })
    await dialog.getByLabel('Email').fill(member.email)
    delay.release()

    await expect(choice).toBeHidden()
    await expect(dialog.getByLabel('Email')).toHaveValue(member.email)
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    expect((await saving).suggestedFilename()).toMatch(/zip$/)
  })

test('a dialog whose code is being loaded is announced at once and can be cancelled', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const delay = await delayRequests(page, '**/assets/AuthDialog-*.js')
  await page.goto(`/scripts/${scriptId}`)
  const register = header(page).getByRole('button', { name: 'Create Account' })
  await header(page).getByRole('button', { name: 'Open menu' }).click()

  await register.click()
  await expect(page.getByText('Loading…')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Loading…')).toBeHidden()
  await register.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Loading…')).toBeHidden()
  await register.click()
  delay.release()

  const dialog = page.getByRole('dialog', { name: 'Create Account' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(register).toBeFocused()
})
