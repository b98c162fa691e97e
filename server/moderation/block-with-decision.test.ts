import { expect, test } from 'vitest'

import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { casesOf } from '#test-support/cases.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { applyAnalysis, rescan, rescanFile } from '#server/scripts/scripts.public.ts'

const app = await startTestApp()
const { report, appeal, read, decide, queue } = casesOf(app)
const author = await app.createUser('scripts.upload')
const other = await app.createUser('scripts.upload')
const reporter = await app.createUser()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const strong = await app.createUser(
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
  'admin.activities.view',
)
const strongToo = await app.createUser(
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
)

const stolen = "TriggerEvent('garage:open', source, { amount = 5 })\n".repeat(20)

async function submit(by: TestUser, name: string, files: Record<string, string>) {
  const members = Object.entries(files).map(([file, content]) => ({ name: file, content, deflate: true }))
  const archive = { fileName: 'a.zip', content: zipOf(members) }
  const { body } = await app.request(by, 'POST', '/api/scripts', await scriptForm({ name }, { archive }))
  return body
}

const listed = async (caseId: number) => {
  const { body } = await app.request(strong, 'GET', '/api/moderation/blocklist?limit=100')
  return body.entries.filter((entry: { caseId: number | null }) => entry.caseId === caseId)
}

const script = await submit(author, 'Copied', { 'a/server.lua': stolen, 'a/a.md': 'a' })
const similar = await submit(other, 'Another copy', { 'a/server.lua': stolen, 'a/b.md': 'b' })
const loader = await submit(other, 'Loader', {
  'a/server.lua': "PerformHttpRequest('https://cdn.decided.example/x', function() end)",
})
await analyseAll(app)
const tree = (await app.request(null, 'GET', `/api/versions/${script.versionId}/files`)).body
const file = tree.files.find(({ path }: { path: string }) => path === 'a/server.lua').sha256
const { id: caseId } = (await report(reporter, { scriptId: script.id })).body

const host = { kind: 'host', value: 'decided.example' }
const block = (...blocklist: Record<string, unknown>[]) => ({
  removalReason: 'stolen',
  actions: { blocklist },
})

test.each([
  [
    'a file by a moderator who may not decide takedowns',
    403,
    [],
    moderator,
    block(host, { kind: 'file', value: file }),
  ],
  ['a text that is in every file', 400, ['actions'], strong, block(host, { kind: 'text', value: 'local' })],
  [
    'a host with its scheme',
    400,
    ['actions'],
    strong,
    block({ kind: 'host', value: 'https://decided.example' }),
  ],
  [
    'more than 50 values',
    400,
    ['actions'],
    strong,
    block(...Array.from({ length: 51 }, (_, n) => ({ ...host, value: `a${n}.example` }))),
  ],
] as const)(
  'a decision that blocks %s is rejected and changes nothing',
  async (_, status, fields, user, more) => {
    const rejected = await decide(user, caseId, 'removed', more)

    expect([rejected.status, Object.keys(rejected.body.fields ?? {})]).toEqual([status, fields])
    expect((await read(strong, caseId)).body.state).toBe('open')
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
    expect(await listed(caseId)).toEqual([])
  },
)

test('a decision blocks files, hosts and texts of the case; other versions with them wait or get a finding', async () => {
  await app.request(strong, 'POST', '/api/moderation/blocklist', {
    kind: 'text',
    value: 'listed before',
    reason: 'Known',
  })
  const text = { kind: 'text', value: 'garage:open' }

  const decided = await decide(strong, caseId, 'removed', {
    ...block({ kind: 'file', value: file }, host, text, { kind: 'text', value: 'listed before' }),
    logNote: 'A copy.',
  })

  expect(decided).toMatchObject({ status: 200, body: { state: 'closed', decision: 'removed' } })
  const by = { reason: 'A copy.', addedBy: strong.username, caseId }
  expect(await listed(caseId)).toMatchObject([
    { ...text, ...by },
    { ...host, value: 'decided.example', ...by },
    { kind: 'file', value: file.slice(0, 32), ...by },
  ])
  const { body: log } = await app.request(strong, 'GET', '/api/activities?type=system')
  const added = log.activities.filter(
    ({ action, metadata }: { action: string; metadata: { caseId?: number } }) =>
      action === 'Blocklist Entry Added' && metadata.caseId === caseId,
  )
  expect(added).toHaveLength(3)

  await runQueued(app, rescanFile)
  await runQueued(app, applyAnalysis)
  await runJob(app, rescan)
  const { cases } = await queue(strong, '?kind=review')
  expect(cases).toMatchObject([{ title: 'Another copy', reason: 'blocklisted-file' }])
  expect((await app.request(null, 'GET', `/api/scripts/${similar.id}`)).status).toBe(404)
  const { body: ofLoader } = await app.request(strong, 'GET', `/api/versions/${loader.versionId}/report`)
  expect(ofLoader.findings).toMatchObject([{ rule: 'blocklisted-text', detail: 'decided.example' }])
})

test('an appeal granted by a moderator who may remove the entries unblocks all of them, and the script stays public', async () => {
  const ofScript = async (user: TestUser | null) => app.request(user, 'GET', `/api/scripts/${script.id}`)
  const { removal } = (await ofScript(author)).body
  const { id } = (await appeal(author, { removalId: removal.id })).body
  expect((await read(moderator, id)).body.parent).toMatchObject({ id: caseId })
  expect((await decide(moderator, id, 'granted')).status).toBe(403)
  expect((await ofScript(null)).status).toBe(404)
  expect(await listed(caseId)).toHaveLength(3)

  await decide(strongToo, id, 'granted')
  await runQueued(app, rescanFile)
  await runQueued(app, applyAnalysis)
  await runJob(app, rescan)

  expect((await ofScript(null)).status).toBe(200)
  expect((await app.request(null, 'GET', `/api/scripts/${similar.id}`)).status).toBe(200)
  expect(await listed(caseId)).toEqual([])
  const { body: entries } = await app.request(strong, 'GET', '/api/moderation/blocklist?search=listed before')
  expect(entries.entries).toMatchObject([{ reason: 'Known' }])
  const { body: ofLoader } = await app.request(strong, 'GET', `/api/versions/${loader.versionId}/report`)
  expect(ofLoader.findings).toEqual([])
})
