import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import type { PageRead } from '#contract/pages.ts'
import { openLog } from '#platform/log.ts'

import { openRenderThread } from './render-thread.ts'

/** A build whose pages do what no page should, and one page that makes three calls, two of them at once. */
const pages = `
let read
export const firstPaintScript = 'paint()'
export const answerReadsBy = (given) => { read = given }
export const canonicalAddress = (address) => { if (address === '/%') throw new URIError('No address'); return address.toLowerCase() }
export async function render(address) {
  if (address === '/throws') throw new TypeError('This cannot be shown')
  if (address === '/throws-anything') throw { sends: () => 'nothing' }
  if (address === '/hangs') for (;;);
  if (address === '/dies') { setImmediate(() => { throw new Error('Out of the blue') }); await new Promise(() => {}) }
  if (address === '/grows') for (const all = []; ; ) all.push(Array.from({ length: 100_000 }, () => address.repeat(2)))
  const call = async (name) => (await read({ name, params: { address }, query: {} })).body
  const both = await Promise.all([call('one'), call('two')])
  return { status: 200, document: [...both, await call('three')].join(' ✓ ') }
}`

const folder = await mkdtemp(join(tmpdir(), 'scripthaven-pages-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const build = { server: join(folder, 'pages.mjs'), manifest: join(folder, 'manifest.json') }
const site = { siteName: '', publicUrl: '', chatInviteUrl: '' }
const unread = async (): Promise<never> => {
  throw new Error('Nothing was to be read')
}

test('without a build there is no thread, and once there is one it is found', async () => {
  await expect(start()).rejects.toMatchObject({
    status: 503,
    retryAfter: 60,
    message: 'The pages are not built. Run npm run build, then start again.',
  })
  await writeFile(build.manifest, '{}')
  await expect(start()).rejects.toMatchObject({ status: 503 })
  await writeFile(build.server, 'export const another = 1')
  await expect(start()).rejects.toThrow('The build of the pages is of another version')
  await writeFile(join(folder, 'pages.mjs'), pages)

  const { thread } = await start()

  expect(thread.firstPaintScript).toBe('paint()')
})

test('each page gets the answers to its own calls, and those that it makes at once in one go', async () => {
  const { thread } = await start()
  const asked: string[] = []
  const readFor = (page: string) => async (read: PageRead) => {
    asked.push(`${page} ${read.name}`)
    // The first page is answered last.
    if (page === '/a') await all.promise
    return { status: 200, body: `${page} ${read.name} ${read.params['address']}` }
  }
  const all = Promise.withResolvers<void>()

  const first = thread.render('/a', readFor('/a'))
  const others = await Promise.all(['/b', '/c'].map((page) => thread.render(page, readFor(page))))
  all.resolve()
  const documents = [await first, ...others].map(({ document }) => document.toString())

  expect(documents).toEqual(
    ['/a', '/b', '/c'].map((page) =>
      ['one', 'two', 'three'].map((name) => `${page} ${name} ${page}`).join(' ✓ '),
    ),
  )
  expect(asked.filter((line) => line.startsWith('/b'))).toEqual(['/b one', '/b two', '/b three'])
})

test('what a render throws comes with its words and its place, and the thread goes on', async () => {
  const { thread, lines } = await start()
  const error: unknown = await thread.render('/throws', unread).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    message: 'This cannot be shown',
    stack: expect.stringMatching(/^TypeError: This cannot be shown\n.*pages\.mjs/s),
  })
  await expect(thread.render('/throws-anything', unread)).rejects.toThrow('[object Object]')
  await expect(thread.canonicalAddress('/%')).rejects.toThrow('No address')
  expect(await thread.canonicalAddress('/UP')).toBe('/up')
  expect(lines).toEqual([])
})

test.each([
  ['/hangs', /said nothing for/],
  ['/grows', /memory/],
  ['/dies', /Out of the blue/],
])(
  'a page that %s ends the thread: all that is under way is refused, and the log says why',
  async (address, why) => {
    const { thread, lines, ended } = await start(address === '/hangs' ? { lookEvery: 100 } : { memoryMb: 32 })
    const others = Promise.withResolvers<never>()
    const waiting = thread.render('/waits', () => others.promise)
    const refused = expect.objectContaining({
      status: 503,
      message: 'The page could not be made. Please try again in a moment.',
    })

    const answers = await Promise.allSettled([waiting, thread.render(address, unread)])

    expect(answers.map((answer) => 'reason' in answer && answer.reason)).toEqual([refused, refused])
    await expect(thread.render('/late', unread)).rejects.toEqual(refused)
    await expect(thread.canonicalAddress('/late')).rejects.toEqual(refused)
    expect(ended()).toBe(1)
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      message: 'The thread that renders pages ended',
      error: expect.stringMatching(why),
    })
  },
)

async function start(options: { memoryMb?: number; lookEvery?: number } = {}) {
  const lines: string[] = []
  const log = openLog('info', (text) => lines.push(text))
  let ends = 0
  const thread = await openRenderThread({ build, site, log, onEnd: () => ends++, ...options })
  onTestFinished(() => thread.close())
  return { thread, lines, ended: () => ends }
}
