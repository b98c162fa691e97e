import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { startMailbox } from '#platform/mail-testing.ts'
import { scriptForm } from '#server/scripts/testing-forms.ts'
import { insertTestScript } from '#server/scripts/testing.ts'
import { startTestHub, type Person } from '#server/testing.ts'

import { rawRoutes } from './routes.ts'

const mailbox = await startMailbox()
const hub = await startTestHub({
  runsJobs: true,
  config: { smtpUrl: mailbox.url, metricsToken: 'm'.repeat(20) },
})

/**
 * What may be seen of the database's texts. Every other column is private until it is named here, so that a new
 * one is scanned for without anybody thinking of it.
 */
const shown = new Set(
  [
    'categories: name name_key description icon color',
    'daily_stats:',
    'group_permissions: permission_key',
    'groups: name display_name color',
    'partners: name logo_url website_url discord_url description',
    'script_counts: status',
    'script_docs: description name_text tags_text',
    'script_files: file_name extension sha256',
    'script_images: key address files color',
    'script_words: word',
    'scripts: name status publication version tags image',
    'uploads: sha256',
    'user_styles: css_properties font_family',
    'users: username username_key avatar status',
    // Kinds, and what the canaries below stand for.
    'activities: type action description status source target_type metadata',
    'codes: kind',
  ].flatMap((line) => {
    const [table = '', columns = ''] = line.split(':')
    return columns
      .trim()
      .split(' ')
      .map((column) => `${table}.${column}`)
  }),
)

const address = '203.0.113.77'
const canaries = new Map<string, string>()
const author = await hub.registered('canary-author')
const member = await hub.person()
const administrator = await hub.owner()
const ids = await seed()

beforeAll(async () => {
  for (const [where, value] of await privateTexts()) canaries.set(value, where)
  canaries.set(address, 'an address')
  // What somebody may see of themselves.
  canaries.delete(member.email)
})

test('the canaries are there: somebody who may see them, sees them', async () => {
  const paths = [`/api/users/admin/users/${author.id}`, '/api/activities']
  const found = (await Promise.all(paths.map((path) => scan(administrator, path)))).flat()

  expect(found).toEqual(
    expect.arrayContaining([
      ...['email', 'phone_number', 'notes'].map((column) => `${paths[0]} tells users.${column}`),
      `${paths[0]} tells an address`,
      `${paths[1]} tells activities.description`,
    ]),
  )
  expect([...canaries.values()]).toEqual(
    expect.arrayContaining([
      'credentials.password_hash',
      'credentials.totp_secret',
      'recovery_codes.hash',
      'discord_links.discord_user_id',
      'sessions.hash',
      'sessions.user_agent',
      'bans.reason',
      'script_files.key',
      'uploads.session_hash',
      'idempotency_keys.key',
      'codes.hash',
      'a mailed token',
      'a token',
      'a script in review',
    ]),
  )
})

test.each([
  ['a visitor', null],
  ['a plain member', member],
])('no call that %s may make tells anything private', async (_, someone) => {
  const told: string[] = []
  for (const path of readable(({ access }) => access === 'anyone' || (someone && access === 'signed-in')))
    told.push(...(await scan(someone, path)))

  expect(told).toEqual([])
})

test('what is private to others is told to nobody by a search for it', async () => {
  const texts = [...canaries.keys()].filter((text) => text.length <= 100)
  const told: string[] = []
  for (const text of texts)
    for (const path of [`/api/scripts?q=`, '/api/scripts/search?q=']) {
      const { body } = await hub.as(member, 'GET', path + encodeURIComponent(text))
      const found = Array.isArray(body) ? body : body.scripts
      if (found.length > 0) told.push(`${path} finds ${canaries.get(text)}`)
    }

  expect(texts.length).toBeGreaterThan(15)
  expect(told).toEqual([])
})

test('no page, feed, map or file of the site tells anything private', async () => {
  const walked = new Set<string>()
  const waiting = `
    / /scripts /submit /profile/settings /reset-password /verify-email /claim /nowhere
    /admin /admin/users /admin/groups /admin/activities /admin/user-styles
    /scripts/${ids.script} /scripts/${ids.script}/edit /scripts/${ids.review} /user/${author.username}
    /feed.xml /feed/author/${author.username}.xml /feed/category/Cars.xml /sitemap.xml /sitemap/site.xml
    /robots.txt /favicon.svg /metrics /api/docs /api/openapi.json`
    .trim()
    .split(/\s+/)
  const told: string[] = []
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (walked.has(path)) continue
    walked.add(path)
    told.push(...(await scan(null, path)))
    const { body } = await hub.as(null, 'GET', path)
    if (typeof body === 'string') waiting.push(...linksIn(body).filter((link) => !walked.has(link)))
  }

  expect(walked.size).toBeGreaterThan(30)
  expect(told).toEqual([])
  const unwalked = rawRoutes.filter(
    ({ method, path }) => method === 'GET' && !path.startsWith('/files/') && !isWalked(path, walked),
  )
  expect(unwalked.map(({ path }) => path)).toEqual([])
})

test('people see of themselves what is theirs, and neither notes nor secrets nor addresses', async () => {
  const own = new Set([
    'users.email',
    'users.email_key',
    'users.phone_number',
    'bans.reason',
    'bans.issuer_name',
  ])
  const told: string[] = []
  for (const path of readable(({ access }) => access === 'anyone' || access === 'signed-in'))
    told.push(...(await scan(author, path, own)))

  expect(told).toEqual([])
})

test('an owner sees no hash, no secret, no token, no session and no place of a file', async () => {
  const secret = /^(credentials|sessions|codes|uploads|idempotency_keys|recent_views)\.|\.key$|token/
  const others = new Set([...canaries.values()].filter((where) => !secret.test(where)))
  const told: string[] = []
  for (const path of readable(() => true)) told.push(...(await scan(administrator, path, others)))

  expect(told).toEqual([])
})

/** One of everything, with something private in each column that can have it. */
async function seed() {
  const { message: confirmation } = await mailbox.next(author.email)
  await hub.as(null, 'POST', '/api/auth/reset-password', { email: author.email })
  const { message: reset } = await mailbox.next(author.email)
  for (const mail of [confirmation, reset])
    canaries.set(/token=([\w-]{43})/.exec(mail)?.[1] ?? '', 'a mailed token')
  await hub.joinGroup(author.id, 'canary-group', 700, ['scripts.upload', 'scripts.download', 'scripts.rate'])
  const headers = { 'idempotency-key': 'canary-idempotency-key' }
  const { body: script } = await hub.as(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Harbour' }),
    headers,
  )
  const review = await insertTestScript(hub, {
    author,
    name: 'Canary in review',
    description: 'Nobody but its author has read this canary yet.',
    publication: 'review',
  })
  canaries.set('Canary in review', 'a script in review')
  canaries.set('Nobody but its author has read this canary yet.', 'a script in review')
  await hub.as(author, 'POST', '/api/scripts/upload-url', {
    fileName: 'canary.zip',
    fileType: 'zip',
    folder: 'scripts',
  })
  await hub.as(member, 'POST', `/api/scripts/${script.id}/view`)
  await hub.as(null, 'POST', `/api/scripts/${script.id}/view`)
  for (const { token } of [author, member, administrator]) canaries.set(token, 'a token')
  await seedRows()
  return { script: script.id, review }
}

async function seedRows() {
  const { id } = author
  await hub.db.execute(sql`
    update users set phone_number = '+31 6 CANARY 55', notes = 'NOTE-CANARY', email = 'Canary-Email@example.com',
      email_key = 'canary-email@example.com', registration_ip = ${address}, last_login_ip = ${address} where id = ${id}`)
  await hub.db.execute(sql`
    update credentials set totp_secret = 'CANARYTOTPSECRET' where user_id = ${id}`)
  await hub.db.execute(
    sql`insert into recovery_codes (hash, user_id) values ('CANARY-OF-A-RECOVERY-CODE', ${id})`,
  )
  await hub.db.execute(
    sql`update sessions set ip = ${address}, user_agent = 'Canary Browser 77' where user_id = ${id}`,
  )
  await hub.db.execute(
    sql`insert into sign_in_attempts (user_id, ip, succeeded) values (${id}, ${address}, false)`,
  )
  await hub.db.execute(
    sql`insert into discord_links (user_id, discord_user_id) values (${id}, '998877665544332211')`,
  )
  await hub.db.execute(sql`
    insert into activities (type, action, description, user_id, metadata)
    values ('user', 'Signed in', 'ACTIVITY-CANARY', ${id}, '{"address": "METADATA-CANARY"}')`)
  canaries.set('ACTIVITY-CANARY', 'activities.description').set('METADATA-CANARY', 'activities.metadata')
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${id}, 'BAN-CANARY', true, 'canary-issuer', -2)`)
  await hub.db.execute(sql`update groups set description = 'GROUP-CANARY' where name = 'canary-group'`)
  await hub.db.execute(sql`
    insert into user_styles (name, description, css_properties) values ('STYLE-CANARY', 'Style description canary', 'color: gold')`)
}

/** Every value of every text column that is not shown, long enough to be told from chance. */
async function privateTexts(): Promise<[where: string, value: string][]> {
  const { rows: columns } = await hub.db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'ARRAY', 'jsonb', 'inet')
      and table_name !~ '^activities_.*\\d'`)
  const found: [string, string][] = []
  for (const { table, column } of columns.filter((each) => !shown.has(`${each.table}.${each.column}`))) {
    const { rows } = await hub.db.execute<{ value: string }>(sql`
      select distinct ${sql.identifier(column)}::text as value from ${sql.identifier(table)}
      where length(${sql.identifier(column)}::text) >= 7`)
    for (const { value } of rows) found.push([`${table}.${column}`, value])
  }
  return found
}

/** Every GET of the contract that passes, each with something to show. */
function readable(passes: (endpoint: Endpoint) => unknown): string[] {
  return Object.values(api)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .filter((endpoint) => endpoint.method === 'GET' && passes(endpoint))
    .map(({ path }) =>
      path
        .replace(':username', author.username)
        .replace(':userId', String(author.id))
        .replace(/(?<=^\/api\/scripts\/):id/, String(ids.script))
        .replace(/(?<=^\/api\/users\/admin\/users\/):id/, String(author.id))
        .replace(':id', '1'),
    )
}

/** What an answer, its headers included, tells of the canaries. */
async function scan(someone: Pick<Person, 'token'> | null, path: string, may = new Set<string>()) {
  const { body, headers } = await hub.as(someone, 'GET', path)
  const text = `${JSON.stringify([...headers])}\n${typeof body === 'string' ? body : JSON.stringify(body)}`
  return hits(text)
    .filter((where) => !may.has(where))
    .map((where) => `${path} tells ${where}`)
}

function hits(text: string): string[] {
  const told = [...canaries].filter(([value]) => text.includes(value)).map(([, where]) => where)
  return [...new Set(text.includes('$argon2') ? [...told, 'credentials.password_hash'] : told)]
}

function linksIn(body: string): string[] {
  const links = [
    ...body.matchAll(/(?:href|src)="(\/[^"]*)"|<(?:loc|link|id)>(?:https:\/\/hub\.example)(\/[^<]*)</g),
  ]
  return links.map(([, a, b]) => (a ?? b ?? '').replaceAll('&amp;', '&').replace(/#.*/, ''))
}

function isWalked(path: string, walked: ReadonlySet<string>): boolean {
  const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
  return [...walked].some((address_) => form.test(address_.split('?')[0] ?? ''))
}
