import { expect, type Page } from '@playwright/test'

import { owner } from './hub-address.ts'
import { fillHostileSite, hostile, markup, type HostileSite } from './hostile-site.ts'
import { test } from './journey.ts'
import { startOwnHub, type OwnHub } from './own-hub.ts'

test.describe.configure({ mode: 'default' })

let hub: OwnHub
let site: HostileSite

test.beforeAll('a site on which everything that can be written is hostile', async ({ playwright }) => {
  hub = await startOwnHub({
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  const request = await playwright.request.newContext()
  site = await fillHostileSite({ request, address: hub.address }, owner)
  await request.dispose()
})
test.afterAll(() => hub.stop())

const text = encodeURIComponent(hostile)
const short = encodeURIComponent(hostile.slice(0, 90))

test('nothing that people write runs or becomes markup on a public screen', async ({ page }) => {
  const watch = await watchFor(page)
  const { scriptId, username } = site
  for (const path of [
    '/',
    '/scripts',
    `/scripts?q=${short}&category=${text}&tag=${short}&author=${short}&sort=${short}`,
    `/scripts/${scriptId}`,
    `/user/${username}`,
    `/user/${text}`,
    `/${text}?redirect=javascript:pwned(5)&next=//a.example#${text}`,
    `/reset-password?token=${text}`,
    `/verify-email?token=${text}`,
  ])
    await watch.visit(path)
  await page.goto(`${hub.address}/scripts/${scriptId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=pwned(1)>')

  watch.expectNothing()
})

test('the page that the server writes holds hostile text as text, and its state is not broken out of', async ({
  request,
}) => {
  for (const path of [
    '/',
    '/scripts',
    `/scripts?q=${short}`,
    `/scripts/${site.scriptId}`,
    `/user/${site.username}`,
  ]) {
    const document = await (await request.get(hub.address + path)).text()
    const scripts = [...document.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]

    for (const mark of markup) expect(document, path).not.toContain(mark)
    for (const [, attributes = '', content = ''] of scripts) {
      expect(attributes, path).not.toContain('pwned')
      if (/application\/(ld\+)?json/.test(attributes))
        expect(() => JSON.parse(content) as unknown, path).not.toThrow()
      else expect(content, path).not.toContain('pwned')
    }
    expect(scripts.length, path).toBeGreaterThan(1)
  }
})

test('nothing that people write runs or becomes markup in the back office', async ({ page }) => {
  const watch = await watchFor(page, site.ownerToken, site.ownerUser)
  for (const path of [
    '/admin',
    `/admin/users?q=${short}`,
    '/admin/groups',
    '/admin/categories',
    '/admin/partners',
    '/admin/user-styles',
    `/admin/activities?type=${text}`,
    '/admin/activities',
    '/profile/settings',
    `/scripts/${site.scriptId}/edit`,
  ])
    await watch.visit(path)
  await page.goto(`${hub.address}/admin/users`)
  await page.getByRole('button', { name: `Actions for ${site.username}` }).click()
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Notes' })).toHaveValue(hostile)

  watch.expectNothing()
})

test('the reason of a ban is text to whoever is banned', async ({ page }) => {
  const watch = await watchFor(page, site.banned.token, site.banned.user)
  await watch.visit('/')

  await expect(page.getByText('<img src=x onerror=pwned(1)>').first()).toBeVisible()
  watch.expectNothing()
})

/** Notes everything that hostile text may have brought about. */
async function watchFor(page: Page, token?: string, user?: object) {
  const incidents: string[] = []
  page.on('dialog', (dialog) => {
    incidents.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname === 'a.example') incidents.push(`a request to ${request.url()}`)
  })
  await page.exposeFunction('pwned', (mark: unknown) => incidents.push(`ran: ${String(mark)}`))
  await page.addInitScript(
    ([auth_token, auth_user]) => {
      if (auth_token) localStorage.setItem('auth_token', auth_token)
      if (auth_user) localStorage.setItem('auth_user', auth_user)
    },
    [token, user && JSON.stringify(user)],
  )

  /** Loaded and settled: nothing of the markup came to be. */
  async function visit(path: string): Promise<void> {
    await page.goto(hub.address + path)
    await page.waitForLoadState('networkidle')
    const made = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) =>
          [...element.attributes].some(
            ({ name, value }) =>
              /^on/i.test(name) || (/^(href|src|action)$/i.test(name) && /^\s*javascript:/i.test(value)),
          ),
        )
        .map((element) => element.outerHTML.slice(0, 200)),
    )
    const strange = await page.locator('iframe, base, object, embed, meta[http-equiv]').count()
    incidents.push(...made.map((element) => `${path} made ${element}`))
    if (strange > 0) incidents.push(`${path} made ${strange} elements that no page has`)
    expect(new URL(page.url()).origin, path).toBe(hub.address)
  }

  return { visit, expectNothing: () => expect(incidents).toEqual([]) }
}
