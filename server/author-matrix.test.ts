import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { scriptRoles, type ScriptRole } from '#contract/scripts/script-limits.ts'

import { bodyOf, emptyForm } from '#test-support/callers.ts'
import { createTeam, joinTeam } from '#test-support/teams.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const keys = ['scripts.upload', 'scripts.download', 'scripts.rate'] as const
const users: Record<ScriptRole | 'stranger', TestUser> = {
  owner: await app.createUser(...keys),
  maintainer: await app.createUser(...keys),
  contributor: await app.createUser(...keys),
  stranger: await app.createUser(...keys),
}

const team = await createTeam(app, users.owner)
for (const role of ['maintainer', 'contributor'] as const)
  await joinTeam(app, { id: team.id, owner: users.owner, user: users[role], role })

/** What each role may do with a script that is not public, beyond a stranger; handwritten. */
const all = 'owner, maintainer, contributor'
const maintainers = 'owner, maintainer'
const table: Record<string, string> = {
  'GET /api/scripts/:id': all,
  'GET /api/scripts/:id/like-status': all,
  'POST /api/scripts/:id/like': all,
  'POST /api/scripts/:id/unlike': all,
  'POST /api/scripts/:id/view': all,
  'POST /api/scripts/:id/download': all,
  'GET /api/scripts/:id/download': all,
  'GET /api/scripts/:id/versions': all,
  'GET /api/scripts/:id/works-reports': all,
  'GET /api/scripts/:id/statistics': all,
  'GET /api/scripts/:id/history': all,
  'GET /api/scripts/:id/related': all,
  'GET /api/scripts/:id/dependents': all,
  'GET /api/scripts/:id/members': all,
  'POST /api/scripts/:id/versions': all,
  'PUT /api/scripts/:id': maintainers,
  'PUT /api/scripts/:id/state': maintainers,
  'PUT /api/scripts/:id/finding-comments': maintainers,
  'DELETE /api/scripts/:id': 'owner',
  'POST /api/scripts/:id/invitations': 'owner',
  'POST /api/scripts/:id/transfer': 'owner',
  'PUT /api/scripts/:id/members/:userId': 'owner',
  'DELETE /api/scripts/:id/members/:userId': 'owner',
  'GET /api/versions/:id': all,
  'GET /api/versions/:id/report': all,
  'GET /api/versions/:id/files': all,
  'GET /api/versions/:id/install': all,
  'GET /api/versions/:id/changes': all,
  'GET /api/versions/:id/download': all,
  'GET /api/versions/:id/works-report': all,
  'POST /api/versions/:id/deploy': all,
  'PUT /api/versions/:id': all,
  'POST /api/versions/:id/withdraw': all,
  'POST /api/versions/:id/restore': all,
}

/** The other calls of scripts and versions are the same for authors and strangers. */
const calls = Object.values(api)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ path }) => /^\/api\/(?:scripts|versions)\/:id/.test(path))

test('the table has calls of the contract only', () => {
  const names = calls.map(({ method, path }) => `${method} ${path}`)

  expect(names).toEqual(expect.arrayContaining(Object.keys(table)))
})

/** The roles are those of authors, or those in the team that owns the script. */
const owners = ['a user', 'a team'] as const
const cases = owners.flatMap((by) => calls.map((call) => [`${call.method} ${call.path}`, by, call] as const))

test.each(cases)('%s of a script of %s is for the roles in the table', async (name, by, call) => {
  const allowed: ScriptRole[] = []
  for (const role of scriptRoles) if (await isAllowed(name, call, users[role], by)) allowed.push(role)
  const isForStrangers = await isAllowed(name, call, users.stranger, by)

  expect({ allowed: allowed.join(', '), isForStrangers }).toEqual(
    name in table
      ? { allowed: table[name], isForStrangers: false }
      : { allowed: isForStrangers ? all : '', isForStrangers },
  )
})

/** On a script of its own each time. */
async function isAllowed(
  name: string,
  { method, path, files }: Endpoint,
  user: TestUser,
  by: (typeof owners)[number],
): Promise<boolean> {
  const script = await insertTestScript(app, { author: users.owner, publication: 'review' })
  const version = await insertTestVersion(app, script)
  await app.db.execute(sql`update script_versions set published_at = null where id = ${version}`)
  const other = await app.createUser()
  await app.db.execute(sql`
    insert into script_members (script_id, user_id, role, since) values (${script}, ${other.id}, 'contributor', now())`)
  if (by === 'a team') await app.db.execute(sql`update scripts set user_id = ${team.id} where id = ${script}`)
  else
    await app.db.execute(sql`
      insert into script_members (script_id, user_id, role, since) values
        (${script}, ${users.maintainer.id}, 'maintainer', now()),
        (${script}, ${users.contributor.id}, 'contributor', now())`)
  const target = path
    .replace(/^\/api\/scripts\/:id/, `/api/scripts/${script}`)
    .replace(/^\/api\/versions\/:id/, `/api/versions/${version}`)
    .replace(':userId', String(other.id))
    .replace(':n', '0')
  const { username } = await app.createUser()
  const body = { username, ...bodyOf(name), ...bodies[name] }
  const { status } = await app.request(
    user,
    method,
    target,
    method === 'GET' ? undefined : files ? emptyForm.body : body,
    files ? emptyForm.headers : {},
  )
  return ![401, 403, 404].includes(status)
}

/** Valid ones, where the body is checked before the role. */
const bodies: Record<string, Record<string, unknown>> = {
  'POST /api/scripts/:id/invitations': { role: 'contributor' },
  'PUT /api/scripts/:id/members/:userId': { role: 'maintainer' },
  'PUT /api/scripts/:id/state': { maintenance: 'archived', basedOn: null },
  'PUT /api/scripts/:id/finding-comments': { rule: 'runs-code', path: 'a.lua', text: '' },
  'PUT /api/versions/:id/works-report': { outcome: 'works' },
  'POST /api/scripts/:id/removal': { reason: 'other', note: 'For a test.' },
  'POST /api/versions/:id/deploy': {},
}
