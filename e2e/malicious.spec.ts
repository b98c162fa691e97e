import { expect, type Page } from '@playwright/test'

import { owner } from './app-url.ts'
import { maliciousText, markup, seedMaliciousSite, type MaliciousSite } from './malicious-site.ts'
import { test } from './fixtures.ts'
import { startOwnApp, type OwnApp } from './own-app.ts'
import { signInPage } from './users.ts'

test.describe.configure({ mode: 'default' })

let app: OwnApp
let site: MaliciousSite

test.beforeAll('a site with malicious text in every field', async () => {
  app = await startOwnApp({
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  site = await seedMaliciousSite(app.url, owner)
})
test.afterAll(() => app.stop())

const text = encodeURIComponent(maliciousText)
const short = encodeURIComponent(maliciousText.slice(0, 90))

test('no text of a user runs or becomes markup on a public page', async ({ page }) => {
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
  await page.goto(`${app.url}/scripts/${scriptId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=pwned(1)>')

  watch.expectNothing()
})

test('server-rendered HTML escapes malicious text, also in its embedded state', async ({ request }) => {
  for (const path of [
    '/',
    '/scripts',
    `/scripts?q=${short}`,
    `/scripts/${site.scriptId}`,
    `/user/${site.username}`,
  ]) {
    const document = await (await request.get(app.url + path)).text()
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

test('no text of a user runs or becomes markup in the back office', async ({ page }) => {
  const watch = await watchFor(page, site.owner)
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
  await page.goto(`${app.url}/admin/users`)
  await page.getByRole('button', { name: `Actions for ${site.username}` }).click()
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Notes' })).toHaveValue(maliciousText)

  watch.expectNothing()
})

test('the reason of a ban is text to the banned user', async ({ page }) => {
  const watch = await watchFor(page, site.banned)
  await watch.visit('/')

  await expect(page.getByText('<img src=x onerror=pwned(1)>').first()).toBeVisible()
  watch.expectNothing()
})

/** Collects everything that malicious text may cause. */
async function watchFor(page: Page, session?: { token: string; user: object }) {
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
  if (session) await signInPage(page, session)

  /** Loads a page and checks that no payload became an element. */
  async function visit(path: string): Promise<void> {
    await page.goto(app.url + path)
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
    expect(new URL(page.url()).origin, path).toBe(app.url)
  }

  return { visit, expectNothing: () => expect(incidents).toEqual([]) }
}
