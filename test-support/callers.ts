import { sql } from 'drizzle-orm'

import { permissions, type Permission } from '#contract/platform/permissions.ts'
import type { TestApp } from './test-app.ts'

type Principal = 'visitor' | 'member' | 'administrator' | 'banned' | 'inactive' | 'suspended'
export type Caller = {
  name: string
  principal: Principal
  token: string | undefined
  keys: readonly Permission[]
}

/** Without it, no other permission of the back office helps. */
export const opening: Permission = 'admin.system.access'

/** Users with each permission alone, without each permission, and those that no permission helps. */
export async function gatherCallers(app: TestApp, bystander: { token: string }): Promise<Caller[]> {
  const member = (name: string, keys: readonly Permission[]) => createCaller(app, name, keys)
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
  return [visitor('a visitor', undefined), visitor('a forged token', forged), ...gathered]

  async function inState(kind: Principal, state: ReturnType<typeof sql>): Promise<Caller> {
    const caller = await member(kind, kind === 'administrator' ? [] : permissions)
    await app.db.execute(sql`update users set ${state} where id = ${caller.id}`)
    return { ...caller, principal: kind }
  }

  async function banned(): Promise<Caller> {
    const caller = await member('banned', permissions)
    await app.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${caller.id}, 'spam', true, 'boss', -2)`)
    return { ...caller, principal: 'banned' }
  }

  async function formerMember(): Promise<Caller> {
    const caller = await member('an expired membership', permissions)
    await app.db.execute(sql`
      update memberships set expires_at = now() - interval '1 second' where user_id = ${caller.id}`)
    return { ...caller, keys: [] }
  }

  async function endedSession(): Promise<Caller> {
    const caller = await member('an ended session', permissions)
    await app.db.execute(sql`delete from sessions where user_id = ${caller.id}`)
    return { ...caller, principal: 'visitor' }
  }
}

/** A user without the default group, which has permissions too. */
export async function createCaller(
  app: TestApp,
  name: string,
  keys: readonly Permission[],
): Promise<Caller & { id: number }> {
  const { id, token } = await app.createUser(...keys)
  await app.db.execute(sql`
    delete from memberships m using groups g where g.id = m.group_id and g.is_default and m.user_id = ${id}`)
  return { id, name, principal: 'member', token, keys }
}

function visitor(name: string, token: string | undefined): Caller {
  return { name, principal: 'visitor', token, keys: [] }
}

/** Most calls are rejected before the body is validated. */
export function bodyOf(name: string): Record<string, unknown> {
  if (name.startsWith('PUT') && name.endsWith('/admin')) return { is_admin: false }
  if (name === 'POST /api/activities') return { type: 'system', status: 'error', action: 'System Error' }
  if (name === 'PUT /api/versions/:id') return { changelog: '' }
  if (name === 'POST /api/versions/:id/withdraw') return { kind: 'other', reason: 'For a test only.' }
  return {}
}

export const emptyForm = {
  headers: { 'content-type': 'multipart/form-data; boundary=end' },
  body: '--end--\r\n',
}

/** A `.manage` key includes its `.view`; all `admin.*` keys need admin.system.access. */
export function hasPermission(keys: readonly Permission[], key: Permission): boolean {
  if (key.startsWith('admin.') && !keys.includes('admin.system.access')) return false
  return keys.some((held) => held === key || held.replace(/\.manage$/, '.view') === key)
}

export type Rule = 'anyone' | 'signed-in' | 'allowBanned' | 'administrators' | Permission | Permission[]

export function outcomeFor(rule: Rule, { principal, keys }: Caller): string {
  if (rule === 'anyone') return 'allowed'
  if (principal === 'visitor') return '401 unauthenticated'
  if (principal === 'inactive' || principal === 'suspended') return `403 ${principal}`
  if (rule === 'allowBanned') return 'allowed'
  if (principal === 'banned') return '403 banned'
  if (rule === 'signed-in' || principal === 'administrator') return 'allowed'
  if (rule === 'administrators') return '403 forbidden'
  return [rule].flat().some((key) => hasPermission(keys, key)) ? 'allowed' : '403 forbidden'
}
