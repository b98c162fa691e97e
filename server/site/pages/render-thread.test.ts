import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import type { SsrRequest } from '#contract/site/pages.ts'
import { createLog } from '#platform/log.ts'

import { openRenderThread } from './render-thread.ts'

/** A build with pages that misbehave, and pages that make three requests, two of them concurrently. */
const pages = `
let fetchData
export const firstPaintScript = 'paint()'
export const setDataFetcher = (fetcher) => { fetchData = fetcher }
export const canonicalUrl = (url) => { if (url === '/%') throw new URIError('Invalid URL'); return url.toLowerCase() }
export async function render(url) {
  if (url === '/throws') throw new TypeError('This cannot be rendered')
  if (url === '/throws-anything') throw { sends: () => 'nothing' }
  if (url === '/hangs') for (;;);
  if (url === '/dies') { setImmediate(() => { throw new Error('Uncaught') }); await new Promise(() => {}) }
  if (url === '/grows') for (const all = []; ; ) all.push(Array.from({ length: 100_000 }, () => url.repeat(2)))
  const call = async (name) => (await fetchData({ name, params: { url }, query: {} })).body
  const both = await Promise.all([call('one'), call('two')])
  return { status: 200, document: [...both, await call('three')].join(' ✓ ') }
}`

const folder = await mkdtemp(join(tmpdir(), 'scripthaven-pages-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const build = { server: join(folder, 'pages.mjs'), manifest: join(folder, 'manifest.json') }
const site = {
  siteName: '',
  siteTagline: '',
  publicUrl: '',
  chatInviteUrl: '',
  hasDiscordApp: false,
  reviewMode: 'off' as const,
  banner: null,
}
const noData = async (): Promise<never> => {
  throw new Error('The page must not request data')
}

test('without a build no thread starts, and a later build is found', async () => {
  await expect(start()).rejects.toMatchObject({
    status: 503,
    retryAfter: 60,
    message: 'The pages are not built. Run npm run build, then start again.',
  })
  await writeFile(build.manifest, '{}')
  await expect(start()).rejects.toMatchObject({ status: 503 })
  await writeFile(build.server, 'export const other = 1')
  await expect(start()).rejects.toThrow('The build of the pages is of another version')
  await writeFile(build.server, pages)

  const { thread } = await start()

  expect(thread.firstPaintScript).toBe('paint()')
})

test('each page gets the responses to its own requests, and concurrent requests are batched', async () => {
  const { thread } = await start()
  const requests: string[] = []
  const fetcherFor =
    (page: string) =>
    async ({ name, params }: SsrRequest) => {
      requests.push(`${page} ${name}`)
      // The first page gets its data last.
      if (page === '/a') await others.promise
      return { status: 200, body: `${page} ${name} ${params['url']}` }
    }
  const others = Promise.withResolvers<void>()

  const first = thread.render('/a', site, fetcherFor('/a'))
  const later = await Promise.all(['/b', '/c'].map((page) => thread.render(page, site, fetcherFor(page))))
  others.resolve()
  const documents = [await first, ...later].map(({ document }) => document.toString())

  expect(documents).toEqual(
    ['/a', '/b', '/c'].map((page) =>
      ['one', 'two', 'three'].map((name) => `${page} ${name} ${page}`).join(' ✓ '),
    ),
  )
  expect(requests.filter((line) => line.startsWith('/b'))).toEqual(['/b one', '/b two', '/b three'])
})

test('an error of a render keeps its message and stack, and the thread continues', async () => {
  const { thread, lines } = await start()
  const error: unknown = await thread.render('/throws', site, noData).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    message: 'This cannot be rendered',
    stack: expect.stringMatching(/^TypeError: This cannot be rendered\n.*pages\.mjs/s),
  })
  await expect(thread.render('/throws-anything', site, noData)).rejects.toThrow('[object Object]')
  await expect(thread.canonicalUrl('/%')).rejects.toThrow('Invalid URL')
  expect(await thread.canonicalUrl('/UP')).toBe('/up')
  expect(lines).toEqual([])
})

test.each([
  ['/hangs', /sent no message for/],
  ['/grows', /memory/],
  ['/dies', /Uncaught/],
])(
  'a page that %s ends the thread: pending renders are rejected, and the log has the cause',
  async (url, cause) => {
    const { thread, lines, ended } = await start(
      url === '/hangs' ? { watchdogInterval: 100 } : { memoryMb: 32 },
    )
    const never = Promise.withResolvers<never>()
    const waiting = thread.render('/waits', site, () => never.promise)
    const unavailable = expect.objectContaining({
      status: 503,
      message: 'The page could not be loaded. Please try again in a moment.',
    })

    const results = await Promise.allSettled([waiting, thread.render(url, site, noData)])

    expect(results.map((result) => 'reason' in result && result.reason)).toEqual([unavailable, unavailable])
    await expect(thread.render('/late', site, noData)).rejects.toEqual(unavailable)
    await expect(thread.canonicalUrl('/late')).rejects.toEqual(unavailable)
    expect(ended()).toBe(1)
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      message: 'The thread that renders pages ended',
      error: expect.stringMatching(cause),
    })
  },
)

async function start(options: { memoryMb?: number; watchdogInterval?: number } = {}) {
  const lines: string[] = []
  const log = createLog('info', (text) => lines.push(text))
  let ends = 0
  const thread = await openRenderThread({ build, log, onEnd: () => ends++, ...options })
  onTestFinished(() => thread.close())
  return { thread, lines, ended: () => ends }
}
