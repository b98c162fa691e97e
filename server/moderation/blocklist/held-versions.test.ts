import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { analyseAll, runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { applyAnalysis } from '#server/scripts/scripts.public.ts'

const app = await startTestApp()
const staff = ['admin.system.access', 'admin.scripts.moderate'] as const
const admin = await app.createUser(...staff, 'admin.takedowns.manage')
const moderator = await app.createUser(...staff)
const other = await app.createUser(...staff)
const { appeal, decide } = casesOf(app)

let count = 0
const archiveOf = () => ({
  fileName: 'a.zip',
  content: zipOf([{ name: 'a/server.lua', content: `print(${++count})`, deflate: true }]),
})
type Script = { id: number; versionId: number; sha256: string; archive: ReturnType<typeof archiveOf> }

async function submit(author: TestUser, archive = archiveOf()): Promise<Script> {
  const form = await scriptForm({ name: 'Blocked' }, { archive })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  await analyseAll(app)
  return { ...body, archive }
}

async function block({ sha256 }: Script) {
  const entry = { kind: 'archive', value: sha256, reason: 'Stolen' }
  expect((await app.request(admin, 'POST', '/api/moderation/blocklist', entry)).status).toBe(201)
  await runQueued(app, applyAnalysis)
}

const post = (user: TestUser, path: string, body: Record<string, unknown> = {}) =>
  app.request(user, 'POST', path, body)
const withdrawal = { kind: 'other', reason: 'Not what it should be.' }
const withdraw = (user: TestUser, script: Script) =>
  post(user, `/api/versions/${script.versionId}/withdraw`, withdrawal)
const restore = (user: TestUser, script: Script) => post(user, `/api/versions/${script.versionId}/restore`)
const isHidden = async ({ id, versionId }: Script) => {
  await runQueued(app, applyAnalysis)
  expect((await app.request(null, 'GET', `/api/versions/${versionId}/download`)).status).not.toBe(200)
  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).status).toBe(404)
}
async function reviewOf({ versionId }: Script): Promise<number> {
  const { rows } = await app.db.execute<{ id: number }>(
    sql`select id from cases where version_id = ${versionId} and kind = 'review' and state = 'open'`,
  )
  return rows[0]?.id ?? 0
}

type Way = {
  /** Before its archive is blocked. */
  before?: (author: TestUser, script: Script) => Promise<unknown>
  attempt: (author: TestUser, script: Script) => Promise<{ status: number; body: unknown }>
  status: number
}

const ways: Record<string, Way> = {
  'a moderator decides its review': {
    attempt: async (_, script) => decide(moderator, await reviewOf(script), 'published'),
    status: 403,
  },
  'a moderator publishes the script': {
    attempt: (_, { id }) => post(moderator, `/api/scripts/${id}/publish`),
    status: 403,
  },
  'a moderator publishes it in a bulk action': {
    attempt: async (_, { id }) => {
      const acted = await post(moderator, '/api/moderation/scripts/bulk', { action: 'publish', ids: [id] })
      expect(acted.body.results).toMatchObject([{ id, error: expect.stringContaining('blocklist') }])
      return acted
    },
    status: 200,
  },
  'an appeal against its rejection is granted': {
    attempt: async (author, script) => {
      await decide(moderator, await reviewOf(script), 'rejected')
      const { body } = await appeal(author, { withdrawnVersionId: script.versionId })
      return decide(other, body.id, 'granted')
    },
    status: 403,
  },
  'its author withdraws and restores it': {
    attempt: async (author, script) => {
      expect((await withdraw(author, script)).status).toBe(200)
      return restore(author, script)
    },
    status: 200,
  },
  'it was withdrawn before, and its author restores it': {
    before: withdraw,
    attempt: restore,
    status: 200,
  },
  'it was withdrawn before, and a moderator restores it': {
    before: withdraw,
    attempt: (_, script) => restore(moderator, script),
    status: 200,
  },
  'an appeal against an earlier withdrawal is granted': {
    before: (_, script) => withdraw(moderator, script),
    attempt: async (author, script) => {
      const { body } = await appeal(author, { withdrawnVersionId: script.versionId })
      return decide(other, body.id, 'granted')
    },
    status: 200,
  },
  'its script was hidden before, and a moderator restores that': {
    before: (_, { id }) => post(moderator, `/api/scripts/${id}/removal`, { reason: 'spam' }),
    attempt: (_, { id }) => app.request(moderator, 'DELETE', `/api/scripts/${id}/removal`),
    status: 200,
  },
  'a newer version is withdrawn': {
    before: async (author, { id }) => {
      const form = editForm({ number: '2.0.0' }, { archive: archiveOf() })
      await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)
      await analyseAll(app)
    },
    attempt: async (author, { id }) => {
      const { versionId } = (await app.request(author, 'GET', `/api/scripts/${id}`)).body
      return post(author, `/api/versions/${versionId}/withdraw`, withdrawal)
    },
    status: 200,
  },
  'it is uploaded again': {
    attempt: async (author, { archive }) =>
      app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive })),
    status: 400,
  },
}

test.each(Object.entries(ways))(
  'a version whose archive is blocked stays private when %s',
  async (_, { before, attempt, status }) => {
    const author = await app.createUser('scripts.upload')
    const script = await submit(author)
    await before?.(author, script)
    await block(script)

    const answered = await attempt(author, script)

    expect([answered.status, answered.body]).toEqual([status, answered.body])
    await isHidden(script)
  },
)

test.each(['author', 'moderator'])(
  'a blocked version that its %s withdraws for security is recalled, and waits again when it is restored',
  async (by) => {
    const author = await app.createUser('scripts.upload')
    const reader = await app.createUser()
    const script = await submit(author)
    const path = `/api/versions/${script.versionId}`
    expect((await app.request(reader, 'GET', `${path}/download`)).status).toBe(200)
    await block(script)

    const security = { kind: 'security', reason: 'It sends the keys of the server away.' }
    expect((await post(by === 'author' ? author : moderator, `${path}/withdraw`, security)).status).toBe(200)

    expect(await reviewOf(script)).toBe(0)
    const report = await app.request(null, 'GET', `${path}/report`)
    expect(report.body.version.withdrawal).toMatchObject(security)
    await isHidden(script)
    await dispatchAll(app)
    const { body } = await app.request(reader, 'GET', '/api/notifications')
    expect(body.notifications).toMatchObject([{ kind: 'version-recalled' }])
    expect((await restore(moderator, script)).status).toBe(200)
    await isHidden(script)
    expect(await reviewOf(script)).toBeGreaterThan(0)
  },
)

test('a user who may remove the entry may also publish a version with the archive', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author)
  await block(script)

  expect((await decide(admin, await reviewOf(script), 'published')).status).toBe(200)
  await runQueued(app, applyAnalysis)

  expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
  await withdraw(author, script)
  await restore(author, script)
  expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
})

test('an archive that is blocked while it is uploaded is rejected with the last byte', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author)
  await app.db.execute(sql`
    create function block_on_insert() returns trigger language plpgsql as $$
    begin
      insert into blocklist_entries (kind, value, reason) values ('archive', ${sql.raw(`'${script.sha256}'`)}, 'Meanwhile');
      return new;
    end $$`)
  await app.db.execute(sql`
    create trigger block_on_insert after insert on script_files for each row execute function block_on_insert()`)
  const form = await scriptForm({ name: 'Meanwhile' }, { archive: script.archive })

  const { status, body } = await app.request(author, 'POST', '/api/scripts', form)
  await app.db.execute(sql`drop trigger block_on_insert on script_files`)

  expect([status, Object.keys(body.fields)]).toEqual([400, ['scriptFile']])
})

test('the effect names scripts whose version waits, and says how many more than the listed ones there are', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author)
  const effectOf = async () =>
    (await app.request(admin, 'GET', `/api/moderation/blocklist/effect?kind=archive&value=${script.sha256}`))
      .body
  await app.db.execute(sql`update script_versions set published_at = null where script_id = ${script.id}`)
  for (const publication of ['published', 'review']) {
    await app.db.execute(sql`update scripts set publication = ${publication} where id = ${script.id}`)
    expect(await effectOf()).toMatchObject({
      versions: 0,
      scripts: [{ id: script.id, isWaiting: true }],
      scriptCount: 1,
    })
  }
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${script.id}`)
  expect(await effectOf()).toMatchObject({ scripts: [], scriptCount: 0 })

  const ids: number[] = []
  for (let index = 0; index < 501; index++) ids.push(await insertTestScript(app, { author }))
  await app.db.execute(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    select id, '1', 'a.zip', 'zip', 1, ${script.sha256}, 1, 1, now() from unnest(${sql.param(ids)}::int[]) id`)
  const { scripts, scriptCount } = await effectOf()
  expect([scripts.length, scriptCount]).toEqual([500, 501])
})
