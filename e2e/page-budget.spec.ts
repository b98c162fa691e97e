import { expect, type APIRequestContext } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'

import { appUrl } from './app-url.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { registerUploader, submitScript } from './users.ts'

test.describe.configure({ mode: 'default' })

/** The budget of the initial load of each page, in compressed bytes. Pages of lazily loaded groups of routes may have 10 kB more. */
const budget = { scripts: 115_000, styles: 14_000, document: 15_000, fonts: 30_000 }
const scriptsOfLazyRoutes = 125_000

const pages = [
  '/',
  '/scripts',
  '/scripts?category=Cars&sort=views',
  '/faq',
  '/cli',
  '/rules',
  '/sign-in',
  '/submit',
  '/nothing-here',
]
const pagesOfLazyRoutes = [
  '/admin',
  '/cases',
  '/collections',
  '/collections/mine',
  '/collections/saved',
  '/invitations',
  '/moderation',
  '/notifications',
  '/profile/settings',
  '/takedown',
  '/teams',
  '/teams/unknown/manage',
]
const pagesOfScript = [
  'changes',
  'dependents',
  'edit',
  'files',
  'history',
  'install',
  'members',
  'report',
  'statistics',
  'versions',
  'versions/new',
  'works',
]

let scriptId = 0
let collectionId = 0
let profile = ''

test.beforeAll('a script in a collection', async () => {
  const author = await registerUploader()
  scriptId = (await submitScript(author)).id
  profile = `/user/${author.username}`
  const collection = { title: 'Starter', text: '', visibility: 'public' }
  collectionId = (await requireSuccess(appUrl, author, 'POST', '/api/collections', collection)).body.id
  const entries = [{ scriptId, note: '' }]
  await requireSuccess(appUrl, author, 'PUT', `/api/collections/${collectionId}/entries`, { entries })
})

test('the initial load of each page stays within its budget', async ({ request }) => {
  const budgets = [
    ...[...pages, `/scripts/${scriptId}`].map((url) => ({ url, scriptsMax: budget.scripts })),
    ...[
      ...pagesOfLazyRoutes,
      profile,
      ...pagesOfScript.map((page) => `/scripts/${scriptId}/${page}`),
      `/collections/${collectionId}`,
      `/collections/${collectionId}/edit`,
    ].map((url) => ({ url, scriptsMax: scriptsOfLazyRoutes })),
  ]
  for (const { url, scriptsMax } of budgets) {
    const document = await bytesOf(request, url)
    const named = (pattern: RegExp) => [...document.text.matchAll(pattern)].map(([, file = '']) => file)
    const sum = async (files: string[]) => {
      const sizes = await Promise.all(files.map((file) => bytesOf(request, file)))
      return sizes.reduce((total, { size }) => total + size, 0)
    }
    const scripts = named(/(?:<script[^>]* src|rel="modulepreload" href)="([^"]+)"/g)
    const styles = named(/rel="stylesheet" href="([^"]+)"/g)
    const fonts = named(/<script data-fonts="([^"]+)"/g).flatMap((files) => files.split(' '))
    const classes = named(/ class="([^"]+)"/g).flatMap((text) => text.split(' '))
    const css = (await Promise.all(styles.map((file) => bytesOf(request, file))))
      .map(({ text }) => text)
      .join()

    // The names of CSS modules, with the hash of their module.
    const unstyled = classes.filter((name) => /^[\w-]{6}_./.test(name) && !css.includes(`.${name}`))
    expect.soft([...new Set(unstyled)], `classes of ${url} without a style`).toEqual([])
    expect.soft(scripts.length, `scripts of ${url}`).toBeGreaterThan(1)
    expect.soft(fonts, `fonts of ${url}`).toHaveLength(2)
    expect.soft(await sum(scripts), `scripts of ${url}`).toBeLessThanOrEqual(scriptsMax)
    expect.soft(await sum(styles), `styles of ${url}`).toBeLessThanOrEqual(budget.styles)
    expect.soft(document.size, `document of ${url}`).toBeLessThanOrEqual(budget.document)
    expect.soft(await sum(fonts), `fonts of ${url}`).toBeLessThanOrEqual(budget.fonts)
  }
})

test('what an early tap needs beside the first load is small and in few files', async ({ request }) => {
  const { text } = await bytesOf(request, `/scripts/${scriptId}`)
  for (const { user, files, size } of [
    { user: 'visitor', files: 14, size: 45_000 },
    { user: 'member', files: 3, size: 3000 },
  ]) {
    const named =
      new RegExp(`<script data-fonts[^>]* data-${user}="([^"]+)"`).exec(text)?.[1]?.split(' ') ?? []
    const sizes = await Promise.all(named.map((file) => bytesOf(request, file)))
    expect.soft(named.length, `files of a ${user}`).toBeGreaterThan(1)
    expect.soft(named.length, `files of a ${user}`).toBeLessThanOrEqual(files)
    expect
      .soft(
        sizes.reduce((total, file) => total + file.size, 0),
        user,
      )
      .toBeLessThanOrEqual(size)
  }
  // The form is in the document: a tap opens it without a request.
  expect(text).toMatch(/<dialog id="sign-in-form".*<form[^>]* aria-label="Sign In"/s)
})

test('a page of a lazily loaded group of routes loads the group, and no other', async ({ page, request }) => {
  const groups: [path: string, group: string][] = [
    ['/', ''],
    [`/scripts/${scriptId}`, ''],
    ['/faq', 'texts'],
    ['/submit', 'forms'],
    ['/moderation', 'cases'],
    [`/scripts/${scriptId}/report`, 'archives'],
    [`/scripts/${scriptId}/files`, 'files'],
    [`/scripts/${scriptId}/edit`, 'forms'],
    [`/scripts/${scriptId}/versions/new`, 'forms'],
    ['/admin', 'admin'],
    [profile, 'profiles'],
  ]
  for (const [path, group] of groups) {
    const { text } = await bytesOf(request, path)
    const preloaded = text.match(
      /(?<=modulepreload" href="\/assets\/)(admin|archives|cases|files|forms|profiles|texts)(?=-)/g,
    )
    expect.soft(preloaded?.join() ?? '', path).toBe(group)
  }

  const groupsOf: string[] = []
  page.on('request', (asked) => {
    const [group] =
      /(?<=\/assets\/)(admin|archives|cases|collections|files|forms|profiles|texts)(?=-[\w-]+\.js)/.exec(
        asked.url(),
      ) ?? []
    if (group !== undefined) groupsOf.push(group)
  })
  await page.goto(`/scripts/${scriptId}`)
  await waitForHydration(page.getByRole('button', { name: /^Download/ }).first())
  await page.waitForLoadState('networkidle')
  expect(groupsOf).toEqual([])
})

async function bytesOf(request: APIRequestContext, path: string): Promise<{ size: number; text: string }> {
  const response = await request.get(path, { headers: { 'accept-encoding': 'br' } })
  const { 'content-encoding': encoding, 'content-length': size } = response.headers()
  expect(response.ok() || path === '/nothing-here', `${path}: ${response.status()}`).toBe(true)
  if (!path.endsWith('.woff2')) expect(encoding, path).toBe('br')
  return { size: Number(size), text: await response.text() }
}
