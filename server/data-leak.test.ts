import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { startMailbox } from '#test-support/mail.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { httpRoutes } from './routes.ts'

const mailbox = await startMailbox()
const app = await startTestApp({
  runsJobs: true,
  config: { smtpUrl: mailbox.url, metricsToken: 'm'.repeat(20) },
})

/** The public text columns. All others are private, so that the test covers a new column by default. */
const publicColumns = new Set(
  [
    'archive_analyses: sha256 extension state failure revision severity contents resources capabilities summary found counts high_rules attributes',
    'archive_findings: rule severity side path excerpt detail',
    'finding_comments: rule path text',
    'finding_verdicts: rule verdict note',
    'script_resources: name',
    'script_versions: number file_name extension sha256',
    'categories: name name_key description icon color',
    'daily_stats:',
    'group_permissions: permission_key',
    'groups: name display_name color',
    'partners: name logo_url website_url discord_url description',
    'script_counts: status',
    'script_docs: description documentation license source_url documentation_url support_url name_text tags_text',
    'script_files: file_name extension sha256',
    'script_images: key address files color',
    'script_words: word',
    'scripts: name status publication version tags image',
    'uploads: sha256',
    'user_styles: css_properties font_family',
    'users: username username_key avatar status',
    'saved_reasons: kind',
    'script_days: figure',
    'suspensions: status_before',
    'bulk_acts: kind hidden_for',
    // Fixed words, and texts for which there are canaries below.
    'activities: type action description status source target_type metadata',
    'codes: kind',
    'sessions: kind script_choice',
    'events: kind',
    'notifications: kind',
  ].flatMap((line) => {
    const [table = '', columns = ''] = line.split(':')
    return columns
      .trim()
      .split(' ')
      .map((column) => `${table}.${column}`)
  }),
)

const ip = '203.0.113.77'
const canaries = new Map<string, string>()
const author = await app.registerUser('canary-author')
const member = await app.createUser()
const administrator = await app.createOwner()
const ids = await seed()

beforeAll(async () => {
  for (const [where, value] of await privateTexts()) canaries.set(value, where)
  canaries.set(ip, 'an IP')
  // Visible to the member itself.
  canaries.delete(member.email)
})

test('the canaries exist: a user with permission sees them', async () => {
  const paths = [`/api/users/admin/users/${author.id}`, '/api/activities']
  const found = (await Promise.all(paths.map((path) => scan(administrator, path)))).flat()

  expect(found).toEqual(
    expect.arrayContaining([
      ...['email', 'phone_number', 'notes'].map((column) => `${paths[0]} contains users.${column}`),
      `${paths[0]} contains an IP`,
      `${paths[1]} contains activities.description`,
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
      'user_notes.text',
      'saved_reasons.text',
      'suspensions.reason',
      'script_versions.key',
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
])('no call that %s may make returns private data', async (_, user) => {
  const leaks: string[] = []
  for (const path of readable(({ access }) => access === 'anyone' || (user && access === 'signed-in')))
    leaks.push(...(await scan(user, path)))

  expect(leaks).toEqual([])
})

test('no page, feed, sitemap or file contains private data', async () => {
  const visited = new Set<string>()
  const queue = `
    / /scripts /submit /profile/settings /reset-password /sign-in /verify-email /claim /nowhere
    /admin /admin/users /admin/groups /admin/activities /admin/user-styles
    /scripts/${ids.script} /scripts/${ids.script}/edit /scripts/${ids.script}/versions/new /scripts/${ids.review} /user/${author.username}
    /feed.xml /feed/collection/1.xml /feed/author/${author.username}.xml /feed/category/Cars.xml /sitemap.xml /sitemap/site.xml
    /icon-192.png /icon-512.png /share.png /.well-known/security.txt /.well-known/change-password
    /.well-known/scripthaven.json /feed/recalls.xml
    /robots.txt /cli.mjs /cli.mjs.sha256 /favicon.svg /metrics /api/docs /api/docs/viewer.js /api/guide /api/openapi.json
    /unsubscribe/email/1/followed/nothing`
    .trim()
    .split(/\s+/)
  // These programs name the local IP address in their code, which is that of the sign-in attempts here.
  const library = new Map([
    ['/api/docs/swagger-ui-bundle.js', new Set(['sign_in_attempts.ip'])],
    ['/cli.mjs', new Set(['sign_in_attempts.ip'])],
  ])
  const leaks: string[] = []
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (visited.has(path)) continue
    visited.add(path)
    leaks.push(...(await scan(null, path, library.get(path))))
    const { body } = await app.request(null, 'GET', path)
    if (typeof body === 'string') queue.push(...linksIn(body).filter((link) => !visited.has(link)))
  }

  expect(visited.size).toBeGreaterThan(30)
  expect(leaks).toEqual([])
  const missing = httpRoutes.filter(
    ({ method, path }) => method === 'GET' && !path.startsWith('/files/') && !isVisited(path, visited),
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

test('users see their own data, but no notes, secrets or IPs', async () => {
  const own = new Set([
    'users.email',
    'users.email_key',
    'users.phone_number',
    'bans.reason',
    'bans.issuer_name',
  ])
  const leaks: string[] = []
  for (const path of readable(({ access }) => access === 'anyone' || access === 'signed-in'))
    leaks.push(...(await scan(author, path, own)))

  expect(leaks).toEqual([])
})

test('an owner sees no hash, secret, token, session or file key', async () => {
  const secret = /^(credentials|sessions|codes|uploads|idempotency_keys|recent_views)\.|\.key$|token/
  const allowed = new Set([...canaries.values()].filter((where) => !secret.test(where)))
  const leaks: string[] = []
  for (const path of readable(() => true)) leaks.push(...(await scan(administrator, path, allowed)))

  expect(leaks).toEqual([])
})

// The last one: an administrator reads the searches without a result half a minute later.
test('a search does not find private data of others', async () => {
  const texts = [...canaries.keys()].filter((text) => text.length <= 100)
  const leaks: string[] = []
  for (const text of texts)
    for (const path of [`/api/scripts?q=`, '/api/scripts/search?q=']) {
      const { body } = await app.request(member, 'GET', path + encodeURIComponent(text))
      // Scripts with most of the words have them in their public texts.
      const results = (Array.isArray(body) ? body : [body]).filter(({ isPartialMatch }) => !isPartialMatch)
      const scripts = Array.isArray(body) ? results : results.flatMap((list) => list.scripts)
      if (scripts.length > 0) leaks.push(`${path} finds ${canaries.get(text)}`)
    }

  expect(texts.length).toBeGreaterThan(15)
  expect(leaks).toEqual([])
})

/** A row in each table, with private data in each column that can have it. */
async function seed() {
  const { message: confirmation } = await mailbox.next(author.email)
  await app.request(null, 'POST', '/api/auth/reset-password', { email: author.email })
  const { message: reset } = await mailbox.next(author.email)
  for (const mail of [confirmation, reset])
    canaries.set(/token=([\w-]{43})/.exec(mail)?.[1] ?? '', 'a mailed token')
  await app.joinGroup(author.id, 'canary-group', 700, ['scripts.upload', 'scripts.download', 'scripts.rate'])
  const headers = { 'idempotency-key': 'canary-idempotency-key' }
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Harbour' }),
    headers,
  )
  const review = await insertTestScript(app, {
    author,
    name: 'Canary in review',
    description: 'Only its author has read this canary yet.',
    publication: 'review',
  })
  // It was public when they followed it.
  for (const { id } of [member, administrator])
    await app.db.execute(sql`
      insert into follows (user_id, script_id, created_at) values (${id}, ${review}, now())`)
  canaries.set('Canary in review', 'a script in review')
  canaries.set('Only its author has read this canary yet.', 'a script in review')
  await app.request(author, 'POST', '/api/scripts/upload-url', {
    fileName: 'canary.zip',
    fileType: 'zip',
    folder: 'scripts',
  })
  await app.request(member, 'POST', `/api/scripts/${script.id}/view`)
  await app.request(null, 'POST', `/api/scripts/${script.id}/view`)
  for (const { token } of [author, member, administrator]) canaries.set(token, 'a token')
  await seedRows()
  return { script: script.id, version: script.versionId, review }
}

async function seedRows() {
  const { id } = author
  await app.db.execute(sql`
    update users set phone_number = '+31 6 CANARY 55', notes = 'NOTE-CANARY', email = 'Canary-Email@example.com',
      email_key = 'canary-email@example.com', registration_ip = ${ip}, last_login_ip = ${ip} where id = ${id}`)
  await app.db.execute(sql`
    update credentials set totp_secret = 'CANARYTOTPSECRET' where user_id = ${id}`)
  await app.db.execute(
    sql`insert into recovery_codes (hash, user_id) values ('CANARY-OF-A-RECOVERY-CODE', ${id})`,
  )
  await app.db.execute(
    sql`update sessions set ip = ${ip}, user_agent = 'Canary Browser 77' where user_id = ${id}`,
  )
  await app.db.execute(
    sql`insert into sign_in_attempts (user_id, ip, succeeded) values (${id}, ${ip}, false)`,
  )
  await app.db.execute(
    sql`insert into discord_links (user_id, discord_user_id) values (${id}, '998877665544332211')`,
  )
  await app.db.execute(sql`
    insert into activities (type, action, description, user_id, metadata)
    values ('user', 'Signed in', 'ACTIVITY-CANARY', ${id}, '{"address": "METADATA-CANARY"}')`)
  canaries.set('ACTIVITY-CANARY', 'activities.description').set('METADATA-CANARY', 'activities.metadata')
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${id}, 'BAN-CANARY', true, 'canary-issuer', -2)`)
  await app.db.execute(sql`
    insert into user_notes (user_id, author_name, text, created_at) values (${id}, 'canary-note-author', 'NOTE-CANARY-2', now())`)
  await app.db.execute(sql`
    insert into saved_reasons (kind, text, created_at) values ('ban', 'SAVED-REASON-CANARY', now())`)
  // The reason of an earlier suspension, whose user can sign in again.
  await app.db.execute(sql`
    insert into suspensions (user_id, reason, status_before, issuer_name, created_at)
    values (${id}, 'SUSPENSION-CANARY', 'under_review', 'canary-suspender', now())`)
  await app.db.execute(sql`update groups set description = 'GROUP-CANARY' where name = 'canary-group'`)
  await app.db.execute(sql`
    insert into user_styles (name, description, css_properties) values ('STYLE-CANARY', 'Style description canary', 'color: gold')`)
}

/** The values of all private text columns that are long enough to be no coincidence. */
async function privateTexts(): Promise<[where: string, value: string][]> {
  const { rows: columns } = await app.db.execute<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'ARRAY', 'jsonb', 'inet')
      and table_name !~ '^activities_.*\\d'
    order by c.table_name, c.ordinal_position`)
  const found: [string, string][] = []
  for (const { table, column } of columns.filter(
    (each) => !publicColumns.has(`${each.table}.${each.column}`),
  )) {
    const { rows } = await app.db.execute<{ value: string }>(sql`
      select distinct ${sql.identifier(column)}::text as value from ${sql.identifier(table)}
      where length(${sql.identifier(column)}::text) >= 7`)
    for (const { value } of rows) found.push([`${table}.${column}`, value])
  }
  return found
}

/** The paths of the GET endpoints that pass, each with data to show. */
function readable(passes: (endpoint: Endpoint) => unknown): string[] {
  return Object.values(api)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .filter((endpoint) => endpoint.method === 'GET' && passes(endpoint))
    .map(({ path }) =>
      path
        .replace(':username', author.username)
        .replace(/(?<=^\/api\/versions\/):id/, String(ids.version))
        .replace(':userId', String(author.id))
        .replace(/(?<=^\/api\/scripts\/):id/, String(ids.script))
        .replace(/(?<=^\/api\/users\/admin\/users\/):id/, String(author.id))
        .replace(':id', '1'),
    )
}

/** The canaries in a response, including its headers. */
async function scan(user: Pick<TestUser, 'token'> | null, path: string, allowed = new Set<string>()) {
  const { body, headers } = await app.request(user, 'GET', path)
  const text = `${JSON.stringify([...headers])}\n${typeof body === 'string' ? body : JSON.stringify(body)}`
  return hits(text)
    .filter((where) => !allowed.has(where))
    .map((where) => `${path} contains ${where}`)
}

function hits(text: string): string[] {
  const leaks = [...canaries].filter(([value]) => text.includes(value)).map(([, where]) => where)
  return [...new Set(text.includes('$argon2') ? [...leaks, 'credentials.password_hash'] : leaks)]
}

function linksIn(body: string): string[] {
  const links = [
    ...body.matchAll(/(?:href|src)="(\/[^"]*)"|<(?:loc|link|id)>(?:https:\/\/hub\.example)(\/[^<]*)</g),
  ]
  return links.map(([, a, b]) => (a ?? b ?? '').replaceAll('&amp;', '&').replace(/#.*/, ''))
}

function isVisited(pattern: string, visited: ReadonlySet<string>): boolean {
  const form = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
  return [...visited].some((path) => form.test(path.split('?')[0] ?? ''))
}
