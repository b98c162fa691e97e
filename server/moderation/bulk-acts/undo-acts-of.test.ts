import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, hour } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { editForm } from '#test-support/script-forms.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { createTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createOwner()
const keys = [
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
  'admin.users.ban',
] as const
async function createModerator(priority = 50): Promise<TestUser> {
  const user = await app.createUser()
  await app.joinGroup(user.id, `staff of ${user.username}`, priority, keys)
  return user
}

const pathOf = ({ id }: TestUser) => `/api/users/admin/users/${id}/acts`
const since = () => after(new Date(), -hour).toISOString()
const list = async (user: TestUser, moderator: TestUser, time = since()) =>
  app.request(user, 'GET', `${pathOf(moderator)}?since=${encodeURIComponent(time)}`)
const undo = (user: TestUser, moderator: TestUser, time = since(), rest: object = {}) =>
  app.request(user, 'POST', `${pathOf(moderator)}/undo`, { since: time, ...rest })

async function createScript(name: string) {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author, name, tags: ['car'] })
  return { author, id, versionId: await insertTestVersion(app, id) }
}

/** One act of each kind over another author, and one over the last of them that is not undone. */
async function act(moderator: TestUser) {
  const send = async (method: string, path: string, body?: Record<string, unknown> | FormData) => {
    const response = await app.request(moderator, method, path, body)
    expect([200, 201]).toContain(response.status)
    return response.body
  }
  const names = ['Banned', 'Hidden', 'Withdrawn', 'Edited', 'Edited again'] as const
  const [banned, hidden, withdrawn, edited, again] = [
    await createScript(names[0]),
    await createScript(names[1]),
    await createScript(names[2]),
    await createScript(names[3]),
    await createScript(names[4]),
  ]
  const ban = { reason: 'Spam', is_permanent: true }
  await send('POST', `/api/users/admin/users/${banned.author.id}/ban`, ban)
  await send('POST', `/api/scripts/${hidden.id}/removal`, { reason: 'spam' })
  await send('POST', `/api/versions/${withdrawn.versionId}/withdraw`, {
    kind: 'security',
    reason: 'It opens a backdoor.',
  })
  await app.request(edited.author, 'PUT', `/api/scripts/${edited.id}`, editForm({ documentation: '# Use' }))
  const vandalism = { name: 'Vandalised', tags: 'bad', documentation: '', license: 'MIT' }
  await send('PUT', `/api/scripts/${edited.id}`, editForm(vandalism))
  await send('PUT', `/api/scripts/${again.id}`, editForm({ name: 'Vandalised too', tags: 'bad' }))
  await app.request(again.author, 'PUT', `/api/scripts/${again.id}`, editForm({ name: 'My own name' }))
  const host = `host-of-${moderator.id}.example`
  const { id: entryId } = await send('POST', '/api/moderation/blocklist', {
    kind: 'host',
    value: host,
    reason: 'For a test',
  })
  return { banned, hidden, withdrawn, edited, again, entryId, host }
}

const scriptOf = async ({ id }: { id: number }) =>
  (await app.request(owner, 'GET', `/api/scripts/${id}`)).body
const entriesWith = async (host: string) =>
  (await app.request(owner, 'GET', `/api/moderation/blocklist?search=${host}`)).body.entries.length

test('acts are listed and undone with authority over the moderator, and within 90 days', async () => {
  const moderator = await createModerator()
  const peer = await createModerator()
  const { hidden } = await act(moderator)
  const noModerator = await app.createUser('admin.system.access', 'admin.users.ban')

  for (const user of [peer, moderator, noModerator]) {
    expect((await list(user, moderator)).status).toBe(403)
    expect((await undo(user, moderator)).status).toBe(403)
  }
  for (const time of [after(new Date(), hour), after(new Date(), -91 * day)])
    expect((await undo(owner, moderator, time.toISOString())).body.fields).toEqual({
      since: 'Please choose a time within the last 90 days',
    })
  expect(await scriptOf(hidden)).toMatchObject({ removal: { reason: 'spam' } })
})

test('everything since a time is undone once, except what others changed since', async () => {
  const moderator = await createModerator()
  const acts = await act(moderator)
  const { body: preview } = await list(owner, moderator)
  expect(preview).toMatchObject({ undoable: 6, kept: 1, isWhole: true })
  const byKind = (kind: string) => preview.acts.filter((one: { kind: string }) => one.kind === kind)
  expect(byKind('other')).toMatchObject([
    { title: 'My own name: name', problem: 'Another user changed it since.' },
  ])
  expect(byKind('edit').map(({ title }: { title: string }) => title)).toEqual([
    'Vandalised: name, tags, documentation, license',
    'My own name: tags',
  ])

  const { body } = await undo(owner, moderator)

  expect(body.next).toBeNull()
  expect(body.results.filter(({ done }: { done: boolean }) => done)).toHaveLength(6)
  expect(await scriptOf(acts.hidden)).not.toHaveProperty('removal')
  const edited = await scriptOf(acts.edited)
  expect(edited).toMatchObject({ name: 'Edited', tags: ['car'], documentation: '# Use' })
  expect(edited).not.toHaveProperty('license')
  expect(await scriptOf(acts.again)).toMatchObject({ name: 'My own name', tags: ['car'] })
  const { body: version } = await app.request(null, 'GET', `/api/versions/${acts.withdrawn.versionId}`)
  expect(version).toMatchObject({ state: 'published', withdrawal: null })
  expect((await app.request(acts.banned.author, 'GET', '/api/scripts')).status).toBe(200)
  expect(await entriesWith(acts.host)).toBe(0)

  expect((await list(owner, moderator)).body).toMatchObject({ undoable: 0, kept: 1 })
  const second = await undo(owner, moderator)
  expect(second.body.results).toMatchObject([{ kind: 'other', done: false }])
  expect(await scriptOf(acts.edited)).toMatchObject({ name: 'Edited' })
  const { rows } = await app.db.execute(sql`
    select metadata from activities where action = 'Acts Undone' and target_id = ${moderator.id} order by id`)
  expect(rows[0]).toMatchObject({
    metadata: { undone: { ban: 1, hide: 1, withdrawal: 1, edit: 2, blocklist: 1 }, kept: 1 },
  })
})

test('the order of images is set back, unless images were removed or moved again', async () => {
  const moderator = await createModerator()
  const create = async (name: string) => {
    const author = await app.createUser()
    const id = await insertTestScript(app, { author, name, images: 3 })
    const { images } = await scriptOf({ id })
    return { author, id, images, last: [images[2], images[0], images[1]] }
  }
  const order = async (user: TestUser, { id }: { id: number }, images: string[]) => {
    const form = editForm({ imageOrder: JSON.stringify(images) })
    expect((await app.request(user, 'PUT', `/api/scripts/${id}`, form)).status).toBe(200)
  }
  const [ordered, twice, fewer] = [await create('Ordered'), await create('Twice'), await create('Fewer')]
  for (const script of [ordered, twice, fewer]) await order(moderator, script, script.last)
  await order(twice.author, twice, twice.images.toReversed())
  const remove = editForm({ removeImages: JSON.stringify([fewer.images[0]]) })
  await app.request(moderator, 'PUT', `/api/scripts/${fewer.id}`, remove)

  const { body: preview } = await list(owner, moderator)
  const { body } = await undo(owner, moderator)

  expect(preview.acts).toMatchObject([
    { kind: 'edit', title: 'Ordered: order of the images', problem: null },
    { kind: 'other', title: 'Twice: order of the images', problem: 'Another user changed it since.' },
    { kind: 'other', title: 'Fewer: images', problem: 'The former images are not stored.' },
  ])
  expect(body.results.map(({ done }: { done: boolean }) => done)).toEqual([true, false, false])
  expect((await scriptOf(ordered)).images).toEqual(ordered.images)
  expect((await scriptOf(twice)).images).toEqual(twice.images.toReversed())
})

test('texts that the moderator hid are shown again, those that another one hid since stay', async () => {
  const moderator = await createModerator()
  const other = await createModerator()
  const script = await createScript('Boats')
  const writer = await app.createUser()
  const createReport = async (user: TestUser) => {
    const { rows } = await app.db.execute<{ id: number }>(sql`
      insert into works_reports (version_id, script_id, user_id, outcome, framework, build, text, created_at, updated_at)
      values (${script.versionId}, ${script.id}, ${user.id}, 'works', 'esx', 0, 'Fine', now(), now()) returning id`)
    return { kind: 'works-report', id: rows[0]?.id }
  }
  const profile = { text: 'I write boats.', links: [] }
  await app.request(writer, 'PUT', '/api/account/profile-text', profile)
  const draft = { title: 'My boats', text: '', visibility: 'public' }
  const { id: collection } = (await app.request(writer, 'POST', '/api/collections', draft)).body
  const team = await createTeam(app, await app.createUser(), 'Boat.crew')
  const [report, again] = [await createReport(writer), await createReport(await app.createUser())]
  const texts = [
    report,
    { kind: 'profile', id: writer.id },
    { kind: 'collection', id: collection },
    { kind: 'team', id: team.id },
  ]
  const actOn = async (user: TestUser, action: Record<string, unknown>) => {
    const { body } = await app.request(user, 'POST', '/api/moderation/texts/bulk', action)
    expect(body.results.map(({ error }: { error: unknown }) => error)).not.toContainEqual(expect.any(String))
  }
  const hide = { action: 'hide', reason: 'Vandalism.' }
  await actOn(moderator, { ...hide, texts: [...texts, again] })
  await actOn(other, { action: 'restore', texts: [again] })
  await actOn(other, { ...hide, texts: [again] })
  await dispatchAll(app)

  const { body: preview } = await list(owner, moderator)
  const { body } = await undo(owner, moderator)
  await dispatchAll(app)

  const titles = [
    'Compatibility report on Boats',
    'Profile text of ' + writer.username,
    'Collection My boats',
    'Team Boat.crew',
  ]
  expect(preview).toMatchObject({ undoable: 4, kept: 0 })
  expect(preview.acts.map(({ title }: { title: string }) => title)).toEqual(titles)
  expect(body.results).toHaveLength(4)
  expect(body.results).not.toContainEqual(expect.objectContaining({ done: false }))
  const { rows } = await app.db.execute(sql`
    select id from works_reports where script_id = ${script.id} and removed_at is not null`)
  expect(rows).toEqual([{ id: again.id }])
  expect(
    (await app.request(null, 'GET', `/api/users/profile/${writer.username}`)).body.formattedText,
  ).toHaveLength(1)
  expect((await app.request(null, 'GET', `/api/collections/${collection}`)).status).toBe(200)
  expect((await app.request(null, 'GET', '/api/team-pages/boat.crew')).status).toBe(200)
  const { body: page } = await app.request(writer, 'GET', '/api/notifications')
  expect(page.notifications[0].text).toBe(
    `An administrator undid what a moderator did. ${titles
      .slice(0, 3)
      .map((title) => `Restored: ${title}.`)
      .join(' ')}`,
  )
})

test('acts before the time stay, and so does what a takedown notice holds', async () => {
  const moderator = await createModerator()
  const { hidden, host } = await act(moderator)
  const { rows } = await app.db.execute<{ id: number }>(sql`
    insert into cases (kind, reason, text, title, state, created_at, updated_at)
    select 'takedown', 'copyright', 'A notice', 'Hidden', 'closed', now(), now() returning id`)
  await app.db.execute(sql`
    insert into takedown_scripts (case_id, script_id, user_id, name, taken_down_at)
    values (${rows[0]?.id}, ${hidden.id}, ${hidden.author.id}, 'Hidden', now())`)
  await app.db.execute(sql`update activities set created_at = now() - interval '2 hours'
    where user_id = ${moderator.id} and action = 'Blocklist Entry Added'`)

  const { body } = await undo(owner, moderator)

  expect(body.results).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'hide', done: false, problem: expect.stringContaining('DMCA-') }),
    ]),
  )
  expect(await scriptOf(hidden)).toHaveProperty('removal')
  expect(await entriesWith(host)).toBe(1)
})

test('a user gets one message about everything that was undone', async () => {
  const moderator = await createModerator()
  const { author, id } = await createScript('Garage')
  await app.request(moderator, 'POST', '/api/users/admin/bans/bulk', {
    ids: [author.id],
    reason: 'Spam',
    is_permanent: true,
    hide_scripts: 'spam',
  })
  await dispatchAll(app)

  const { body } = await undo(owner, moderator)
  await dispatchAll(app)

  expect(body.results).toHaveLength(2)
  expect(await scriptOf({ id })).not.toHaveProperty('removal')
  const { body: page } = await app.request(author, 'GET', '/api/notifications')
  expect(page.notifications.map(({ text }: { text: string }) => text)).toEqual([
    'An administrator undid what a moderator did. Your ban was lifted. Restored: Garage.',
    expect.stringContaining('permanently banned'),
  ])
})
