import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

import { Resolution } from '#contract/scripts/resolve.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

/** An archive with a resource for each name; the text is added to its manifest. */
function archiveOf(resources: Record<string, string>, code = 'print(1)') {
  const members = Object.entries(resources).flatMap(([name, lines]) => [
    {
      name: `${name}/fxmanifest.lua`,
      content: `fx_version 'cerulean'\ngame 'gta5'\nserver_script 's.lua'\n${lines}\n`,
    },
    { name: `${name}/s.lua`, content: `${code} -- ${name}` },
  ])
  return { fileName: 'a.zip', content: zipOf(members) }
}

async function submit(name: string, resources: Record<string, string>, fields = {}, code?: string) {
  const form = await scriptForm({ name, ...fields }, { archive: archiveOf(resources, code) })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  await analyseAll(app)
  return Number(body.id)
}

async function addVersion(id: number, number: string, resources: Record<string, string>) {
  const form = editForm({ number }, { archive: archiveOf(resources, `print('${number}')`) })
  const { body, status } = await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)
  expect(status).toBe(201)
  await analyseAll(app)
  return Number(body.id)
}

const resolve = async (body: Record<string, unknown>): Promise<Resolution> => {
  const { body: reply, status } = await app.request(null, 'POST', '/api/resolve', body)
  expect(status).toBe(200)
  // The server does not compare it with its schema.
  expect(reply).toStrictEqual(z.parse(Resolution, reply))
  return reply
}
const send = (body: string) =>
  fetch(`${app.url}/api/resolve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then((response) => response.text())
const numbersOf = ({ scripts }: Resolution) => scripts.map(({ id, version }) => [id, version?.number ?? null])

test.each([
  ['no body', undefined],
  ['scripts as a list', { scripts: ['12'] }],
  ['a key that is no id', { scripts: { garage: '^1.0.0' } }],
  ['an id that is too large', { scripts: { 9999999999: '^1.0.0' } }],
  ['a range that is no text', { scripts: { 12: 1 } }],
  ['a range that is too long', { scripts: { 12: 'x'.repeat(300) } }],
  ['too many scripts', { scripts: Object.fromEntries(Array.from({ length: 401 }, (_, n) => [n + 1, '*'])) }],
  ['too many resources', { scripts: {}, resources: Array.from({ length: 2001 }, (_, n) => `r${n}`) }],
  ['an empty resource', { scripts: {}, resources: [''] }],
  ['a choice that is no id', { scripts: {}, choices: { ox_lib: 'x' } }],
  ['a negative cooldown', { scripts: {}, cooldown: -1 }],
])('%s is rejected with a message', async (_, body) => {
  const { status, body: reply } = await app.request(null, 'POST', '/api/resolve', body)
  expect(status).toBe(400)
  expect(reply).toMatchObject({ code: 'validation', fields: expect.any(Object) })
})

test('2,000 resources are more than 64 KB, and accepted', async () => {
  const resources = Array.from({ length: 2000 }, (_, n) => `${n}${'x'.repeat(80)}`)
  expect(await resolve({ scripts: {}, resources })).toEqual({
    scripts: [],
    needs: [],
    choices: [],
    order: [],
    cycles: [],
    problems: [],
  })
  const { status } = await app.request(null, 'POST', '/api/resolve', { scripts: {}, x: 'x'.repeat(600_000) })
  expect(status).toBe(413)
})

test('a script that does not exist or is not public is a problem, and no other is hidden by it', async () => {
  const hidden = await submit('Hidden', { hidden_resource: '' })
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${hidden}`)
  const shown = await submit('Shown', { shown_resource: '' })

  const reply = await resolve({ scripts: { [hidden]: 'latest', 999_999: '^1.0.0', [shown]: 'latest' } })

  expect(numbersOf(reply)).toEqual([[shown, '1.0.0']])
  expect(reply.problems).toEqual([
    {
      code: 'unknown-script',
      scriptId: hidden,
      resource: null,
      text: `Script ${hidden} does not exist or is not public.`,
    },
    expect.objectContaining({ code: 'unknown-script', scriptId: 999_999 }),
  ])
})

test('what a script needs comes along: chosen scripts, the server, and what is missing', async () => {
  const library = await submit('Library', { my_lib: "provide 'lib_alias'" })
  const core = await submit('Core', { my_core: "dependency 'lib_alias'" })
  const shop = await submit('Shop', {
    my_shop: "dependencies { 'my_core', 'on_server', 'nowhere' }\nserver_script '@oxmysql/lib/MySQL.lua'",
  })

  const reply = await resolve({ scripts: { [shop]: '^1.0.0' }, resources: ['on_server'] })

  expect(reply.problems).toEqual([])
  expect(reply.scripts).toMatchObject([
    { id: library, isWanted: false, neededBy: [{ scriptId: core, resource: 'lib_alias' }] },
    { id: core, isWanted: false, neededBy: [{ scriptId: shop, resource: 'my_core' }] },
    {
      id: shop,
      name: 'Shop',
      path: `/scripts/${shop}`,
      isWanted: true,
      neededBy: [],
      version: { number: '1.0.0', withdrawal: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      analysis: 'done',
      resources: [{ name: 'my_shop', path: 'my_shop', provides: [] }],
      severity: 'none',
    },
  ])
  expect(reply.needs).toMatchObject([
    { name: 'lib_alias', provider: 'script', script: { id: library }, neededBy: [core] },
    { name: 'my_core', provider: 'script', script: { id: core }, neededBy: [shop], isDeclared: true },
    { name: 'nowhere', provider: 'missing', script: null, home: null },
    { name: 'on_server', provider: 'server', script: null },
    { name: 'oxmysql', provider: 'missing', home: 'https://github.com/CommunityOx/oxmysql' },
  ])
  expect(reply.order).toEqual([
    { resource: 'my_lib', scriptId: library },
    { resource: 'my_core', scriptId: core },
    { resource: 'my_shop', scriptId: shop },
  ])
})

test('of several providers the most downloaded one is the default, and the others are named', async () => {
  const less = await submit('Less', { bridge: '' })
  const more = await submit('More', { bridge: '-- more' })
  await app.db.execute(sql`update scripts set downloads = 50 where id = ${more}`)
  const user = await submit('Uses a bridge', { uses_bridge: "dependency 'bridge'" })
  const scripts = { [user]: 'latest' }

  const reply = await resolve({ scripts })
  expect(numbersOf(reply).map(([id]) => id)).toEqual([more, user])
  expect(reply.choices).toMatchObject([
    { resource: 'bridge', chosen: more, options: [{ id: more, downloads: 50 }, { id: less }] },
  ])

  const chosen = await resolve({ scripts, choices: { bridge: less } })
  expect(numbersOf(chosen).map(([id]) => id)).toEqual([less, user])
  expect(chosen.choices).toEqual([])

  const locked = await resolve({ scripts, locked: { [less]: '1.0.0' } })
  expect(numbersOf(locked).map(([id]) => id)).toEqual([less, user])

  const wanted = await resolve({ scripts: { ...scripts, [less]: 'latest' } })
  expect(numbersOf(wanted).map(([id]) => id)).toEqual([less, user])

  for (const id of [user, 999_999]) {
    const wrong = await resolve({ scripts, choices: { bridge: id } })
    expect(wrong.problems).toMatchObject([{ code: 'choice', scriptId: id, resource: 'bridge' }])
    expect(wrong.needs).toMatchObject([{ name: 'bridge', provider: 'missing' }])
  }
})

test('of hundreds of providers the most downloaded one is the default, whatever its id', async () => {
  const ids: number[] = []
  for (let count = 0; count <= 200; count++)
    ids.push(await insertTestScript(app, { author, name: `Copy ${count}`, images: 0 }))
  const best = await submit('Original', { often_copied: '' })
  await app.db.execute(sql`
    insert into script_resources (name, script_id) select 'often_copied', unnest(${sql.param(ids)}::int[])`)
  await app.db.execute(sql`update scripts set downloads = 1 where id = any(${sql.param(ids)}::int[])`)
  await app.db.execute(sql`update scripts set downloads = 60 where id = ${best}`)
  const user = await submit('Uses it', { uses_it: "dependency 'often_copied'" })

  const { choices } = await resolve({ scripts: { [user]: 'latest' } })

  expect(choices).toMatchObject([{ chosen: best }])
  expect(choices[0]?.options.map(({ id }) => id)).toEqual([best, ...ids.slice(0, 9)])
  const { versionId } = (await app.request(null, 'GET', `/api/scripts/${user}`)).body
  const { body } = await app.request(null, 'GET', `/api/versions/${versionId}/install`)
  expect(body.requires).toMatchObject([{ name: 'often_copied', script: { id: best } }])
})

test('an older version has the resources and needs that its own archive has', async () => {
  const old = await submit('Old need', { old_need: '' })
  const id = await submit('Changed', { changed: "dependency 'old_need'" })
  await addVersion(id, '1.1.0', { changed: '', changed_more: '' })

  expect(numbersOf(await resolve({ scripts: { [id]: 'latest' } }))).toEqual([[id, '1.1.0']])
  const reply = await resolve({ scripts: { [id]: '~1.0.0' } })
  expect(numbersOf(reply)).toEqual([
    [old, '1.0.0'],
    [id, '1.0.0'],
  ])
  expect(reply.scripts[1]?.resources.map(({ name }) => name)).toEqual(['changed'])
  expect(numbersOf(await resolve({ scripts: { [id]: '^1.0.0' }, locked: { [id]: '1.0.0' } }))).toEqual([
    [old, '1.0.0'],
    [id, '1.0.0'],
  ])
})

test('a provider that is locked to a version without the resource does not provide it', async () => {
  const provider = await submit('Grows', { grows: '' })
  await addVersion(provider, '2.0.0', { grows: '', grown_part: '' })
  const user = await submit('Needs the part', { needs_part: "dependency 'grown_part'" })

  const reply = await resolve({ scripts: { [user]: 'latest' }, locked: { [provider]: '1.0.0' } })
  expect(reply.problems).toMatchObject([
    { code: 'lacks-resource', scriptId: provider, resource: 'grown_part' },
  ])
  expect(reply.needs).toMatchObject([{ name: 'grown_part', provider: 'missing' }])
  expect(numbersOf(reply)).toEqual([[user, '1.0.0']])
})

test('a recalled version is replaced, and where nothing else fits the problem says so', async () => {
  const id = await submit('Recalled', { recalled: '' })
  const bad = await addVersion(id, '1.1.0', { recalled: '-- 2' })
  await addVersion(id, '2.0.0', { recalled: '-- 3' })
  const withdrawal = { kind: 'security', reason: 'It sends the token to another host.' }
  expect((await app.request(author, 'POST', `/api/versions/${bad}/withdraw`, withdrawal)).status).toBe(200)

  expect(numbersOf(await resolve({ scripts: { [id]: '^1.0.0' }, locked: { [id]: '1.1.0' } }))).toEqual([
    [id, '1.0.0'],
  ])
  const pinned = await resolve({ scripts: { [id]: '1.1.0' } })
  expect(pinned.scripts).toMatchObject([{ version: { number: '1.1.0', withdrawal } }])
  expect(pinned.problems).toMatchObject([{ code: 'withdrawn', scriptId: id }])
})

test('a young version waits for the cooldown', async () => {
  const id = await submit('Young', { young: '' })
  const second = await addVersion(id, '1.1.0', { young: '-- 2' })
  await app.db.execute(
    sql`update script_versions set published_at = now() - interval '2 days' where script_id = ${id} and id <> ${second}`,
  )
  const scripts = { [id]: '^1.0.0' }

  expect(numbersOf(await resolve({ scripts, cooldown: 86_400 }))).toEqual([[id, '1.0.0']])
  const reply = await resolve({ scripts, cooldown: 3 * 86_400 })
  expect(reply.scripts).toMatchObject([{ id, version: null, resources: [] }])
  expect(reply.problems).toMatchObject([{ code: 'too-new', scriptId: id }])
})

test('cycles and resources of one name in two scripts are named; both still start', async () => {
  const one = await submit('One', { cycle_a: "dependency 'cycle_b'", same_name: '-- 1' })
  const two = await submit('Two', { cycle_b: "dependency 'cycle_a'", same_name: '-- 2' })

  const reply = await resolve({ scripts: { [one]: 'latest', [two]: 'latest' } })

  expect(reply.cycles).toEqual([['cycle_a', 'cycle_b', 'cycle_a']])
  expect(reply.order).toEqual([
    { resource: 'cycle_b', scriptId: two },
    { resource: 'cycle_a', scriptId: one },
    { resource: 'same_name', scriptId: one },
  ])
  expect(reply.problems).toMatchObject([
    { code: 'same-resource', resource: 'same_name', text: expect.stringContaining('One and Two') },
  ])
})

test('findings are counted by rule, with those that were explained or accepted; capabilities have their values', async () => {
  const code = "local f = load(GetConvar('code', ''))\nPerformHttpRequest('https://api.example.com/x', f)"
  const id = await submit('Flagged', { flagged: '' }, {}, code)
  const before = (await resolve({ scripts: { [id]: 'latest' } })).scripts[0]
  const [first] = before?.findings ?? []
  expect(first).toMatchObject({ count: 1, accepted: 0, explained: 0, title: expect.any(String) })
  expect(before?.capabilities).toContainEqual({
    kind: 'calls-out',
    side: 'server',
    values: ['api.example.com'],
  })

  const comment = { rule: first?.rule, path: 'flagged/s.lua', text: 'It runs what the owner wrote.' }
  expect((await app.request(author, 'PUT', `/api/scripts/${id}/finding-comments`, comment)).status).toBe(204)

  const after = (await resolve({ scripts: { [id]: 'latest' } })).scripts[0]
  expect(after?.findings[0]).toMatchObject({ rule: first?.rule, explained: 1 })
})

test('the same request has the same bytes, whatever the order of its keys', async () => {
  const one = await submit('Bytes one', { bytes_one: "dependency 'bytes_two'" })
  const two = await submit('Bytes two', { bytes_two: '' })
  const first = await send(`{"scripts":{"${one}":"latest","${two}":"*"},"resources":["b","a"]}`)
  expect(first).toContain('bytes_two')
  expect(await send(`{"resources":["a","b"],"scripts":{"${two}":"*","${one}":"latest"}}`)).toBe(first)
})
