import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissions, type Permission } from '#contract/permissions.ts'

import { insertTestScript } from './scripts/testing.ts'
import { startTestHub } from './testing.ts'

const hub = await startTestHub()

/**
 * Who may make each call, written by hand from the table "Who may do what": nothing here reads what an endpoint
 * says of itself. A list means any of its keys. `evenBanned` is signed in, banned or not; `administrators` are
 * those with the admin flag, and owners, whatever permissions others hold.
 */
type Rule = 'anyone' | 'signed-in' | 'evenBanned' | 'administrators' | Permission | Permission[]

const table: Record<string, Rule> = {
  'POST /api/auth/register': 'anyone',
  'POST /api/auth/login': 'anyone',
  // Their challenge says for whom; an empty body brings none.
  'POST /api/auth/login/two-factor': 'anyone',
  'POST /api/auth/login/two-factor/set-up': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  'POST /api/auth/reset-password/confirm': 'anyone',
  'POST /api/auth/verify-email': 'anyone',
  'POST /api/auth/claim-owner': 'anyone',

  'GET /api/auth/profile': 'evenBanned',
  'PUT /api/auth/profile': 'signed-in',
  'GET /api/users/me': 'evenBanned',
  'PUT /api/users/me': 'signed-in',
  'PUT /api/users/me/password': 'signed-in',
  'GET /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions/:id': 'signed-in',
  'POST /api/account/confirmation': 'signed-in',
  'GET /api/account/two-factor': 'signed-in',
  'POST /api/account/two-factor/set-up': 'signed-in',
  'POST /api/account/two-factor/confirm': 'signed-in',
  'POST /api/account/two-factor/disable': 'signed-in',
  'POST /api/account/two-factor/recovery-codes': 'signed-in',
  'GET /api/groups/me/info': 'signed-in',
  'POST /api/discord-verification/generate-code': 'signed-in',
  // Of somebody else.
  'GET /api/discord-verification/status/:userId': 'admin.users.list',

  'GET /api/scripts': 'anyone',
  'GET /api/scripts/search': 'anyone',
  'GET /api/scripts/:id': 'anyone',
  'GET /api/scripts/:id/like-status': 'anyone',
  'GET /api/scripts/:id/related': 'anyone',
  'POST /api/scripts/:id/view': 'anyone',
  'GET /api/scripts/my-scripts': 'signed-in',
  'POST /api/scripts': 'scripts.upload',
  'POST /api/scripts/upload-url': 'scripts.upload',
  'GET /api/scripts/:id/download': 'scripts.download',
  'POST /api/scripts/:id/download': 'scripts.download',
  'POST /api/scripts/:id/like': 'scripts.rate',
  'POST /api/scripts/:id/unlike': 'scripts.rate',
  // Of somebody else.
  'PUT /api/scripts/:id': 'admin.scripts.moderate',
  'DELETE /api/scripts/:id': 'admin.scripts.moderate',

  'GET /api/users/profile/:username': 'anyone',
  'GET /api/health': 'anyone',
  'GET /api/health/live': 'anyone',

  'GET /api/categories': 'anyone',
  'POST /api/categories': 'admin.categories.manage',
  'PUT /api/categories/:id': 'admin.categories.manage',
  'DELETE /api/categories/:id': 'admin.categories.manage',

  'GET /api/partners': 'anyone',
  'POST /api/partners': 'admin.partners.manage',
  'PUT /api/partners/:id': 'admin.partners.manage',
  'DELETE /api/partners/:id': 'admin.partners.manage',

  'GET /api/user-styles': 'admin.styles.view',
  'GET /api/user-styles/with-assignments': 'admin.styles.view',
  'GET /api/user-styles/:id': 'admin.styles.view',
  'GET /api/user-styles/assignments/user/:userId': 'admin.styles.view',
  'POST /api/user-styles': 'admin.styles.manage',
  'PUT /api/user-styles/:id': 'admin.styles.manage',
  'DELETE /api/user-styles/:id': 'admin.styles.manage',
  'POST /api/user-styles/assign': 'admin.styles.manage',
  'PUT /api/user-styles/assign/:id': 'admin.styles.manage',
  'DELETE /api/user-styles/assign/:id': 'admin.styles.manage',

  'GET /api/stats': 'anyone',
  'GET /api/stats/historical': 'admin.dashboard.view',
  'GET /api/stats/range': 'admin.dashboard.view',
  'POST /api/stats/snapshot': 'admin.dashboard.manage',

  'POST /api/activities': 'anyone',
  'GET /api/activities': 'admin.activities.view',
  'GET /api/activities/recent': ['admin.activities.view', 'admin.dashboard.view'],
  'GET /api/activities/export': 'admin.activities.view',

  'GET /api/users/admin/users': 'admin.users.list',
  'GET /api/users/admin/users/:id': 'admin.users.list',
  'GET /api/users/admin/users/:id/groups': 'admin.users.list',
  'GET /api/users/admin/users/:id/permissions': 'admin.users.list',
  'PUT /api/users/admin/users/:id': [
    'admin.users.edit.basic',
    'admin.users.edit.status',
    'admin.users.edit.notes',
  ],
  'PUT /api/users/admin/users/:id/groups': 'admin.users.edit.groups',
  'PUT /api/users/admin/users/:id/admin': 'administrators',
  'PUT /api/users/admin/users/:id/suspend': 'admin.users.ban',
  'DELETE /api/users/admin/users/:id/sessions': 'admin.users.edit.basic',
  'GET /api/users/admin/users/:id/ban': 'admin.users.ban',
  'POST /api/users/admin/users/:id/ban': 'admin.users.ban',
  'DELETE /api/users/admin/users/:id/unban': 'admin.users.ban',

  'GET /api/groups': 'admin.groups.view',
  'GET /api/groups/:id': 'admin.groups.view',
  'GET /api/groups/:id/members': 'admin.groups.view',
  'GET /api/groups/permissions/available': 'admin.groups.view',
  // Of somebody else.
  'GET /api/groups/user/:userId': 'admin.groups.view',
  'POST /api/groups': 'admin.groups.manage',
  'PUT /api/groups/:id': 'admin.groups.manage',
  'DELETE /api/groups/:id': 'admin.groups.manage',
  'POST /api/groups/:id/assign': 'admin.users.edit.groups',
  'PUT /api/groups/:id/assign/:userId': 'admin.users.edit.groups',
  'DELETE /api/groups/:id/assign/:userId': 'admin.users.edit.groups',

  // The last: it ends the sessions that all others are made with.
  'POST /api/auth/logout': 'evenBanned',
}

type Standing = 'visitor' | 'member' | 'administrator' | 'banned' | 'inactive' | 'suspended'
type Caller = { name: string; standing: Standing; token: string | undefined; keys: readonly Permission[] }

const bystander = await hub.person()
const callers = await gatherCallers()
const calls = new Map<string, Endpoint>(
  Object.values(api)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

test('every call of the contract is in the table, and nothing else', () => {
  expect(Object.keys(table).toSorted()).toEqual([...calls.keys()].toSorted())
})

test.each(Object.entries(table).filter(([name]) => calls.has(name)))('%s is for %s', async (name, rule) => {
  const surprises: string[] = []
  const waiting = [...callers]
  const work = async () => {
    for (let caller = waiting.shift(); caller; caller = waiting.shift()) {
      const { status, code } = await makeCall(name, caller)
      const outcome =
        status === 401 || status === 403 ? `${status} ${code}` : status < 500 ? 'allowed' : 'failed'
      const expected = outcomeFor(rule, caller)
      if (outcome !== expected) surprises.push(`${caller.name}: ${outcome} instead of ${expected}`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))

  expect(surprises).toEqual([])
})

function outcomeFor(rule: Rule, { standing, keys }: Caller): string {
  if (rule === 'anyone') return 'allowed'
  if (standing === 'visitor') return '401 unauthenticated'
  if (standing === 'inactive' || standing === 'suspended') return `403 ${standing}`
  if (rule === 'evenBanned') return 'allowed'
  if (standing === 'banned') return '403 banned'
  if (rule === 'signed-in' || standing === 'administrator') return 'allowed'
  if (rule === 'administrators') return '403 forbidden'
  return [rule].flat().some((key) => holds(keys, key)) ? 'allowed' : '403 forbidden'
}

/** A `.manage` key brings its `.view`; no key of the back office counts without the one that opens it. */
function holds(keys: readonly Permission[], key: Permission): boolean {
  if (key.startsWith('admin.') && !keys.includes('admin.system.access')) return false
  return keys.some((held) => held === key || held.replace(/\.manage$/, '.view') === key)
}

async function makeCall(name: string, { token }: Caller) {
  const endpoint = calls.get(name)
  // Whose script it is decides, so that there has to be one each time.
  const ofScript = name.endsWith(' /api/scripts/:id')
  const path = (endpoint?.path ?? '')
    .replace(':id', ofScript ? String(await insertTestScript(hub, { author: bystander })) : ':id')
    .replace(':userId', String(bystander.id))
    .replace(':username', bystander.username)
    // The flag is a matter of the two people, so that one needs to be there; nothing of it changes.
    .replace(/:id(?=\/admin$)/, String(bystander.id))
    .replace(':id', '2147483647')
  const answer = await hub.inject({
    method: endpoint?.method ?? 'GET',
    url: path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(endpoint?.files && emptyForm.headers),
    },
    ...(endpoint?.method !== 'GET' && { payload: endpoint?.files ? emptyForm.payload : bodyOf(name) }),
  })
  return { status: answer.statusCode, code: /"code":"(\w+)"/.exec(answer.body)?.[1] }
}

const emptyForm = {
  headers: { 'content-type': 'multipart/form-data; boundary=end' },
  payload: '--end--\r\n',
}

/** Most calls are refused before their body matters; an empty one is as good as any. */
function bodyOf(name: string): Record<string, unknown> {
  if (name.startsWith('PUT') && name.endsWith('/admin')) return { is_admin: false }
  if (name === 'POST /api/activities') return { type: 'system', status: 'error', action: 'System Error' }
  return {}
}

async function gatherCallers(): Promise<Caller[]> {
  const opening: Permission = 'admin.system.access'
  const gathered = await Promise.all([
    member('no permission', []),
    member('every permission', permissions),
    ...permissions.map((key) => member(`only ${key}`, [key])),
    ...permissions
      .filter((key) => key.startsWith('admin.') && key !== opening)
      .map((key) => member(`only ${opening} and ${key}`, [opening, key])),
    ...permissions.map((key) =>
      member(
        `all but ${key}`,
        permissions.filter((held) => held !== key),
      ),
    ),
    inState('administrator', sql`is_admin = true`),
    inState('inactive', sql`status = 'inactive'`),
    inState('suspended', sql`status = 'suspended'`),
    banned(),
    formerMember(),
    endedSession(),
  ])
  const forged = `${bystander.token.slice(0, -4)}AAAA`
  return [visitor('nobody', undefined), visitor('a forged token', forged), ...gathered]
}

function visitor(name: string, token: string | undefined): Caller {
  return { name, standing: 'visitor', token, keys: [] }
}

/** In no group but one of their own: the default group has permissions too. */
async function member(name: string, keys: readonly Permission[]): Promise<Caller & { id: number }> {
  const { id, token } = await hub.person(...keys)
  await hub.db.execute(sql`
    delete from memberships m using groups g where g.id = m.group_id and g.is_default and m.user_id = ${id}`)
  return { id, name, standing: 'member', token, keys }
}

async function inState(kind: Standing, state: ReturnType<typeof sql>): Promise<Caller> {
  const caller = await member(kind, kind === 'administrator' ? [] : permissions)
  await hub.db.execute(sql`update users set ${state} where id = ${caller.id}`)
  return { ...caller, standing: kind }
}

async function banned(): Promise<Caller> {
  const caller = await member('banned', permissions)
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${caller.id}, 'spam', true, 'boss', -2)`)
  return { ...caller, standing: 'banned' }
}

async function formerMember(): Promise<Caller> {
  const caller = await member('an expired membership', permissions)
  await hub.db.execute(sql`
    update memberships set expires_at = now() - interval '1 second' where user_id = ${caller.id}`)
  return { ...caller, keys: [] }
}

async function endedSession(): Promise<Caller> {
  const caller = await member('an ended session', permissions)
  await hub.db.execute(sql`delete from sessions where user_id = ${caller.id}`)
  return { ...caller, standing: 'visitor' }
}
