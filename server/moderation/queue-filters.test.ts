import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { casesOf } from '#test-support/cases.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp({ config: { pinnedSettings: { reviewMode: 'all' } } })
const { decide, queue, read, report } = casesOf(app)
const owner = await app.createOwner()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

let count = 0
function archiveOf(files: Record<string, string>) {
  const name = `hud${++count}`
  const entries = Object.entries(files).map(([file, content]) => ({ name: `${name}/${file}`, content }))
  return { fileName: 'hud.zip', content: zipOf([{ name: `${name}/n.txt`, content: name }, ...entries]) }
}

async function submit(author: TestUser, files: Record<string, string>) {
  const form = await scriptForm({}, { archive: archiveOf(files) })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)
  return body
}

const idsOf = (list: { cases: { title: string; user: { username: string } }[] }) =>
  list.cases.map(({ user }) => user.username)

test('the queue names rule, file and first version or update, and is filtered by rule and author', async () => {
  const [ada, bob] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  const program = { 'start.exe': 'MZ a program' }
  await submit(bob, program)
  const script = await submit(ada, {})
  await app.request(moderator, 'POST', `/api/scripts/${script.id}/publish`)
  const form = editForm({}, { archive: archiveOf(program) })
  await app.request(ada, 'POST', `/api/scripts/${script.id}/versions`, form)
  await analyseAll(app)

  const { cases } = await queue(moderator, '?kind=review')
  expect(cases).toMatchObject([
    {
      user: { username: bob.username },
      isFirstVersion: true,
      finding: { rule: 'program-file', title: expect.any(String), path: 'hud1/start.exe', line: null },
    },
    { user: { username: ada.username }, isFirstVersion: false, finding: { path: 'hud3/start.exe' } },
  ])

  const byRule = await queue(moderator, '?rule=program-file')
  expect(idsOf(byRule)).toEqual([bob.username, ada.username])
  expect(byRule.pagination.total).toBe(2)
  expect((await queue(moderator, '?rule=decoder')).cases).toEqual([])
  const byAuthor = await queue(moderator, `?author=${ada.username.toUpperCase()}&rule=program-file`)
  expect(idsOf(byAuthor)).toEqual([ada.username])
  expect(byAuthor.pagination.total).toBe(1)
  expect((await queue(moderator, `?author=${ada.username}&state=closed`)).cases).toHaveLength(1)
  expect((await queue(moderator, '?author=unknown-user')).cases).toEqual([])
  for (const wrong of ['rule=../x', 'rule=decoder&state=closed', `author=${'x'.repeat(101)}`])
    expect(await queue(moderator, `?${wrong}`)).toMatchObject({ code: 'validation' })
})

test('a case shows staff the account, groups, bans and earlier decisions of its author, but not the parties', async () => {
  const author = await app.createUser('scripts.upload')
  const first = await submit(author, {})
  const { body: waiting } = await app.request(author, 'GET', `/api/versions/${first.versionId}`)
  await decide(moderator, waiting.reviewId, 'published', { response: '' })
  const member = await app.createUser()
  const { body: reported } = await report(member, { scriptId: first.id })
  const ban = { reason: 'Spam.', is_permanent: true }
  expect((await app.request(owner, 'POST', `/api/users/admin/users/${author.id}/ban`, ban)).status).toBe(201)

  const { body } = await read(moderator, reported.id)

  expect(body.userRecord).toMatchObject({
    registeredAt: expect.any(String),
    publishedScripts: 1,
    bans: 1,
    isBanned: true,
    decisions: [{ id: waiting.reviewId, kind: 'review', title: 'Garage', decision: 'published' }],
  })
  expect(body.userRecord.groups).toEqual(expect.arrayContaining([expect.any(String)]))
  expect((await read(member, reported.id)).body.userRecord).toBeNull()
})
