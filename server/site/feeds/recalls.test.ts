import { sql } from 'drizzle-orm'
import { createLocalJWKSet, flattenedVerify, importJWK } from 'jose'
import { expect, test } from 'vitest'

import {
  readPublicKeys,
  removeSigningKey,
  replaceSigningKey,
  signJson,
} from '#server/site/signing/sign-json.ts'
import { selectCurrentKey } from '#server/site/signing/signing.queries.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createOwner()
const site = 'https://hub.example'
const reason = 'It sends the token to another host.'

const archiveOf = (text: string) => ({
  fileName: 'a.zip',
  content: zipOf([{ name: 'g/a.lua', content: text }]),
})

async function submit(name: string) {
  const form = await scriptForm({ name }, { archive: archiveOf(name) })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)
  return { id: Number(body.id), versionId: Number(body.versionId) }
}

const get = (path: string, etag?: string) =>
  app.request(null, 'GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag })
const withdraw = (version: number, kind: string) =>
  app.request(author, 'POST', `/api/versions/${version}/withdraw`, { kind, reason })

const block = (kind: string, value: string) =>
  app.request(moderator, 'POST', '/api/moderation/blocklist', {
    kind,
    value,
    reason: 'Seen on infected servers',
  })

async function verify() {
  const { body: hub } = await get('/.well-known/scripthaven.json')
  const { body: signed } = await get('/api/blocklist.json')
  const { payload, protectedHeader } = await flattenedVerify(signed, createLocalJWKSet({ keys: hub.keys }))
  return { content: JSON.parse(Buffer.from(payload).toString()), kid: protectedHeader?.kid, hub, signed }
}

test('without recalls the feeds are empty', async () => {
  expect((await get('/api/recalls')).body).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Scripthaven: recalled versions',
    home_page_url: `${site}/scripts`,
    feed_url: `${site}/api/recalls`,
    items: [],
  })
  expect((await get('/feed/recalls.xml')).body).not.toContain('<entry>')
})

test('a version that was withdrawn for security is in the feeds, with what replaces it; others are not', async () => {
  const { id, versionId } = await submit('Recalled')
  const form = editForm({ number: '1.1.0' }, { archive: archiveOf('second') })
  const next = (await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)).body
  await analyseAll(app)
  const broken = await submit('Broken')
  await withdraw(broken.versionId, 'broken')
  const before = await get('/api/recalls')
  expect(before.body.items).toEqual([])
  expect((await get('/api/recalls', before.headers.get('etag') ?? '')).status).toBe(304)

  expect((await withdraw(versionId, 'security')).status).toBe(200)

  const { body } = await get('/api/recalls', before.headers.get('etag') ?? '')
  expect(body.items).toEqual([
    {
      id: `${site}/scripts/${id}#recalled-${versionId}`,
      url: `${site}/scripts/${id}/install?v=${versionId}`,
      title: 'Recalled 1.0.0 was recalled',
      content_text: `${reason} Use 1.1.0 instead.`,
      date_published: expect.stringMatching(/^\d{4}-.*Z$/),
      _scripthaven: {
        kind: 'recalled',
        scriptId: id,
        versionId,
        number: '1.0.0',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        removal: null,
        replacement: { versionId: next.id, number: '1.1.0', sha256: next.sha256 },
      },
    },
  ])
  expect((await get('/feed/recalls.xml')).body).toContain('<title>Recalled 1.0.0 was recalled</title>')
})

test('the versions of a script that was taken down are in the feed without its name, until it is restored', async () => {
  const { id, versionId } = await submit('Stolen things')
  const removed = { reason: 'stolen', note: 'See the case.' }
  expect((await app.request(moderator, 'POST', `/api/scripts/${id}/removal`, removed)).status).toBeLessThan(
    300,
  )

  const { body } = await get('/api/recalls')
  expect(body.items[0]).toMatchObject({
    title: `Script ${id} 1.0.0 was taken down`,
    content_text: 'Stolen work. Take it off your server.',
    _scripthaven: { kind: 'taken-down', versionId, removal: 'stolen', replacement: null },
  })
  await app.db.execute(sql`update script_removals set restored_at = now() where script_id = ${id}`)
  expect((await get('/api/recalls')).body.items).toHaveLength(1)
})

test('the blocklist has hashes and hosts without texts, and a signature of a published key', async () => {
  const before = (await verify()).content
  await block('archive', 'a'.repeat(64))
  await block('file', 'b'.repeat(64))
  await block('host', 'bad.example')
  await block('text', 'a text of a backdoor')

  const { content, signed, hub } = await verify()
  expect(content).toMatchObject({
    hub: site,
    archives: ['a'.repeat(64)],
    hosts: expect.arrayContaining(['bad.example']),
  })
  expect(content.files).toContain('b'.repeat(32))
  expect(content.revision).toBeGreaterThan(before.revision)
  expect(JSON.stringify(content)).not.toContain('backdoor')
  expect((await get('/api/blocklist.json')).body).toEqual(signed)

  const changed = Buffer.from(JSON.stringify({ ...content, hosts: [] })).toString('base64url')
  const key = await importJWK(hub.keys[0])
  await expect(flattenedVerify({ ...signed, payload: changed }, key)).rejects.toThrow('signature')
  expect(JSON.stringify(hub)).not.toMatch(/"d":|private/)
})

test('all nodes sign with one key; a former one verifies until it is removed', async () => {
  const first = await verify()
  const node = await app.startNode()
  expect((await node.request(null, 'GET', '/api/blocklist.json')).body).toEqual(first.signed)

  const kid = await replaceSigningKey(app.app)
  const second = await verify()
  expect(second.kid).toBe(kid)
  expect(second.hub.keys.map((key: { kid: string; isCurrent: boolean }) => [key.kid, key.isCurrent])).toEqual(
    [
      [kid, true],
      [first.kid, false],
    ],
  )
  const keys = createLocalJWKSet({ keys: second.hub.keys })
  expect((await flattenedVerify(first.signed, keys)).protectedHeader?.kid).toBe(first.kid)
})

test('nodes that start at the same time generate one key; one that cannot be decrypted is replaced', async () => {
  await app.db.execute(sql`delete from signing_keys`)
  await Promise.all(Array.from({ length: 8 }, () => get('/.well-known/scripthaven.json')))
  const { rows } = await app.db.execute(sql`select id from signing_keys`)
  expect(rows).toHaveLength(1)

  const { privateKey } = (await selectCurrentKey(app.db)) ?? { privateKey: '' }
  const wrong = privateKey.replace(/[^.]+$/, 'A'.repeat(22))
  await app.db.execute(sql`update signing_keys set private_key = ${wrong}`)
  const signed = await signJson(app.app, 'text')
  const keys = await readPublicKeys(app.app)
  expect(keys.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  await expect(flattenedVerify(signed, createLocalJWKSet({ keys }))).resolves.toBeDefined()

  const [current, former] = keys
  expect(await removeSigningKey(app.app, current?.kid ?? '')).toBe(false)
  expect(await removeSigningKey(app.app, former?.kid ?? '')).toBe(true)
  expect(await readPublicKeys(app.app)).toEqual([current])
})
