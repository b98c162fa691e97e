import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

import { api } from '#contract/api.ts'
import { cutStart, cutText } from '#contract/platform/cut-text.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ErrorReply } from '#contract/platform/errors.ts'

import { zipOf } from '#test-support/archives/zip.ts'
import { casesOf } from '#test-support/cases.ts'
import { startMailbox } from '#test-support/mail.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { counterNotice, takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, runsJobs: true })
const owner = await app.createOwner()
const { body: own } = await app.request(owner, 'POST', '/api/scripts', await scriptForm({ name: 'Own' }))
const half = 'half \ud83d'
/** Every cut at an even number of UTF-16 units is inside an emoji. */
const emoji = (units: number) => 'x'.padEnd(units - 1, '😀').slice(0, units - 1)

const endpoints = Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature))

function inputsOf({ body, query, params }: Endpoint, part: 'body' | 'query' | 'params'): string[] {
  const schema = { body, query, params }[part]
  const { properties = {} } = schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {}
  return Object.keys(properties)
}

const calls = endpoints.flatMap((endpoint) => {
  const { method, path } = endpoint
  return inputsOf(endpoint, 'body').map((field) => [`${method} ${path}`, field, endpoint] as const)
})

test('the contract has calls that take text', () => {
  expect(calls.length).toBeGreaterThan(100)
})

test.each(calls)('%s rejects half a surrogate pair in %s', async (_, field, { method, path, files }) => {
  const url = path.replaceAll(/:\w+/g, String(own.id))
  const body = files ? formWith(field) : JSON.stringify({ [field]: half })
  const type = files ? 'multipart/form-data; boundary=end' : 'application/json'

  const response = await app.request(owner, method, url, body, { 'content-type': type })

  expect(response.status).toBe(400)
  expect(ErrorReply.parse(response.body)).toMatchObject({
    code: 'validation',
    fields: { [field]: 'Text must be valid Unicode' },
  })
})

test.each([
  ['a list', { name: [half] }],
  ['an object', { name: { deep: [{ text: half }] } }],
  ['a key', { name: { [half]: 1 } }],
])('half a surrogate pair in %s is rejected', async (_, body) => {
  const response = await app.request(owner, 'POST', '/api/categories', body)

  expect(response).toMatchObject({ status: 400, body: { fields: { name: 'Text must be valid Unicode' } } })
})

/** The bytes that UTF-8 would have for half a pair. */
const halfBytes = Buffer.from([0xed, 0xa0, 0xbd])

function formWith(field: string): Uint8Array<ArrayBuffer> {
  const head = `--end\r\ncontent-disposition: form-data; name="${field}"\r\n\r\nhalf `
  return new Uint8Array(Buffer.concat([Buffer.from(head), halfBytes, Buffer.from('\r\n--end--\r\n')]))
}

test('a body that is not UTF-8 is rejected instead of stored with replacements', async () => {
  const body = new Uint8Array([...Buffer.from('{"name":"a'), 0xed, 0xa0, 0xbd, ...Buffer.from('"}')])

  const response = await app.request(owner, 'POST', '/api/categories', body, {
    'content-type': 'application/json',
  })

  expect(response).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('no call fails for half a surrogate pair in its URL or headers', async () => {
  const percents = '%ED%A0%BD'
  const failed: string[] = []
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const query = inputsOf(endpoint, 'query').map((name) => `${name}=${percents}`)
    const urls = [
      ...query.map((pair) => `${endpoint.path.replaceAll(/:\w+/g, '1')}?${pair}`),
      ...inputsOf(endpoint, 'params').map((name) => endpoint.path.replace(`:${name}`, percents)),
    ]
    for (const url of urls.map((path) => path.replaceAll(/:\w+/g, '1'))) {
      const headers = { 'user-agent': Buffer.from([0xed, 0xa0, 0xbd]).toString('latin1') }
      const { status } = await app.request(owner, 'GET', url, undefined, headers)
      if (status >= 500 && status !== 503) failed.push(`${status} ${url}`)
    }
  }
  expect(failed).toEqual([])
})

test.each([
  ['abc', 2, 'ab'],
  ['abc', 3, 'abc'],
  ['a😀', 2, 'a'],
  ['a😀', 3, 'a😀'],
  ['😀😀', 2, '😀'],
  ['😀', 1, ''],
])('%j is cut to %i as %j', (text, max, expected) => expect(cutText(text, max)).toBe(expected))

test.each([
  ['abc', 2, 'bc'],
  ['abc', 3, 'abc'],
  ['😀a', 2, 'a'],
  ['😀a', 3, '😀a'],
  ['😀😀', 3, '😀'],
  ['😀', 1, ''],
])('the end of %j with %i is %j', (text, max, expected) => expect(cutStart(text, max)).toBe(expected))

test('a decision with a text longer than the reason of a blocked value cuts the reason between characters', async () => {
  const { report, decide } = casesOf(app)
  const author = await app.createUser('scripts.upload')
  // The owner may not decide about an archive that they uploaded themselves.
  const archive = { fileName: 'a.zip', content: zipOf([{ name: 'a/server.lua', content: 'print(1)' }]) }
  const form = await scriptForm({ name: 'Cut reason' }, { archive })
  const script = await app.request(author, 'POST', '/api/scripts', form)
  const { body: opened } = await report(await app.createUser(), { scriptId: script.body.id })
  const text = emoji(900)

  const decided = await decide(owner, opened.id, 'removed', {
    response: text,
    removalReason: 'stolen',
    actions: { blocklist: [{ kind: 'host', value: 'cut.example' }] },
  })

  expect(decided.status).toBe(200)
  const { body } = await app.request(owner, 'GET', '/api/moderation/blocklist')
  expect(body.entries[0].reason).toBe(text.slice(0, 499))
})

test('a takedown and a counter-notice with long texts of emoji are decided and stored', async () => {
  const { confirmed, decide, counter, submit } = takedownsOf(app, mailbox)
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Cut notice')
  const { number } = await confirmed(script)

  const decided = await decide(owner, number, 'taken-down', { response: emoji(2_000) })
  const sent = await counter(author, number, counterNotice({ explanation: emoji(5_000) }))

  expect([decided.status, sent.status]).toEqual([200, 201])
  const { rows } = await app.db.execute<{ text: string }>(sql`
    select concat(note, ' ') as text from script_removals where script_id = ${script.id}
    union all select text from case_messages where text like 'Counter-notice of%'`)
  expect(rows).toHaveLength(2)
  for (const { text } of rows) expect(text).not.toContain('\ufffd')
})

test('an archive whose code and manifest have texts that cannot be stored is analysed', async () => {
  const members = {
    'a/fxmanifest.lua': `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'a.js'\ndescription '${emoji(2_000)}'\nauthor '\ud83d'`,
    'a/a.js': [
      String.raw`fetch('https://discord.com/api/webhooks/1/\ud83d\u0000')`,
      String.raw`eval('\ud83d' + '${'x'.repeat(100)}')`,
      `eval('${emoji(2_000)}')`,
      String.raw`require('child_process').exec('${emoji(200)}\ud83d')`,
      String.raw`SetConvar('a\u0000', '\ud83d')`,
    ].join('\n'),
  }
  const content = zipOf(
    Object.entries(members).map(([name, text]) => ({ name, content: text, deflate: true })),
  )
  const { body: script } = await app.request(
    owner,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Odd texts' }, { archive: { fileName: 'a.zip', content } }),
  )

  const report = () => app.request(owner, 'GET', `/api/versions/${script.versionId}/report`)

  await expect.poll(async () => (await report()).body.state).toBe('done')
  const { body } = await report()
  expect(body.findings.length).toBeGreaterThan(0)
  // A backslash of the code itself is escaped.
  expect(JSON.stringify(body).replaceAll('\\\\', '')).not.toMatch(/\\u0000|\\ud[89a-f]/i)
})
