import { expect, test } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { permissions, type Permission } from '#contract/platform/permissions.ts'

import {
  bodyOf,
  createCaller,
  emptyForm,
  gatherCallers,
  hasPermission,
  opening,
  outcomeFor,
} from '#test-support/callers.ts'
import type { Caller, Rule } from '#test-support/callers.ts'
import { createDiscordKeys, discordConfig } from '#test-support/discord.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { userAdminRules } from '#test-support/user-admin-rules.ts'
import { startTestApp } from '#test-support/test-app.ts'

const discord = discordConfig(createDiscordKeys().publicKey)
const app = await startTestApp({ config: { discord } })

const takedownStaff: Permission[] = ['admin.scripts.moderate', 'admin.takedowns.manage']
const staff: Permission[] = ['admin.scripts.moderate', 'admin.takedowns.manage', 'admin.users.ban']

/**
 * Who may call each endpoint, handwritten and independent of the contract. One key of a list is enough. `allowBanned`
 * means signed in, banned or not; `administrators` are owners and users with the admin flag.
 */
const table: Record<string, Rule> = {
  'POST /api/auth/register': 'anyone',
  'POST /api/auth/login': 'anyone',
  // The challenge in the body determines the user.
  'POST /api/auth/login/two-factor': 'anyone',
  'POST /api/auth/login/two-factor/set-up': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  'POST /api/auth/reset-password/confirm': 'anyone',
  'POST /api/auth/verify-email': 'anyone',
  'POST /api/auth/claim-owner': 'anyone',
  'GET /api/auth/profile': 'allowBanned',
  'PUT /api/auth/profile': 'signed-in',
  'GET /api/users/me': 'allowBanned',
  'PUT /api/users/me': 'signed-in',
  'PUT /api/users/me/password': 'signed-in',
  'GET /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions': 'signed-in',
  'DELETE /api/account/sessions/:id': 'signed-in',
  'POST /api/account/confirmation': 'signed-in',
  'GET /api/account/tokens': 'signed-in',
  'POST /api/account/tokens': 'signed-in',
  'DELETE /api/account/tokens/:id': 'signed-in',
  'GET /api/tokens/current': 'signed-in',
  'POST /api/tokens/revoke': 'anyone',
  'GET /api/account/own-data': 'signed-in',
  'POST /api/account/export': 'signed-in',
  'DELETE /api/account': 'signed-in',
  'POST /api/account/restore': 'signed-in',
  'GET /api/account/two-factor': 'signed-in',
  'POST /api/account/two-factor/set-up': 'signed-in',
  'POST /api/account/two-factor/confirm': 'signed-in',
  'POST /api/account/two-factor/disable': 'signed-in',
  'POST /api/account/two-factor/recovery-codes': 'signed-in',
  'GET /api/groups/me/info': 'signed-in',
  'POST /api/discord-verification/generate-code': 'signed-in',
  // For another user.
  'GET /api/discord-verification/status/:userId': 'admin.users.list',
  'GET /api/scripts': 'anyone',
  'GET /api/scripts/search': 'anyone',
  'GET /api/scripts/:id': 'anyone',
  'GET /api/scripts/:id/like-status': 'anyone',
  'GET /api/scripts/:id/related': 'anyone',
  'GET /api/scripts/:id/dependents': 'anyone',
  'GET /api/scripts/:id/versions': 'anyone',
  'GET /api/versions/:id': 'anyone',
  'GET /api/versions/:id/report': 'anyone',
  'GET /api/versions/:id/files': 'anyone',
  'GET /api/versions/:id/texts/:n': 'anyone',
  'GET /api/versions/:id/install': 'anyone',
  'POST /api/versions/:id/deploy': 'scripts.download',
  'GET /api/updates': 'anyone',
  'POST /api/resolve': 'anyone',
  'POST /api/identify': 'anyone',
  'GET /api/recalls': 'anyone',
  'GET /api/blocklist.json': 'anyone',
  'GET /api/follows/:kind/:id': 'anyone',
  'GET /api/follows': 'signed-in',
  'PUT /api/follows/:kind/:id': 'signed-in',
  'DELETE /api/follows/:kind/:id': 'signed-in',
  'GET /api/collections': 'anyone',
  'GET /api/account/collections': 'signed-in',
  'GET /api/collections/:id': 'anyone',
  'GET /api/collections/:id/install': 'anyone',
  'GET /api/collections/:id/files': 'anyone',
  'POST /api/collections/:id/deploy': 'scripts.download',
  'POST /api/collections': 'signed-in',
  'PUT /api/collections/:id': 'signed-in',
  'DELETE /api/collections/:id': 'signed-in',
  'GET /api/collections/:id/editors': 'signed-in',
  'POST /api/collections/:id/invitations': 'signed-in',
  'DELETE /api/collections/:id/editors/:userId': 'signed-in',
  'PUT /api/collections/:id/entries': 'signed-in',
  'PUT /api/collections/:id/scripts/:scriptId': 'signed-in',
  'DELETE /api/collections/:id/scripts/:scriptId': 'signed-in',
  'PUT /api/account/saved-scripts/:scriptId': 'signed-in',
  'DELETE /api/account/saved-scripts/:scriptId': 'signed-in',
  'GET /api/saved-searches': 'signed-in',
  'POST /api/saved-searches': 'signed-in',
  'PUT /api/saved-searches/:id': 'signed-in',
  'DELETE /api/saved-searches/:id': 'signed-in',
  'GET /api/notifications/settings': 'allowBanned',
  'PUT /api/notifications/settings': 'signed-in',
  'GET /api/scripts/:id/latest': 'anyone',
  'GET /api/versions/:id/changes': 'anyone',
  'GET /api/unsubscribe/:user/:scope/:signature': 'anyone',
  'POST /api/takedowns': 'anyone',
  'POST /api/takedowns/confirm': 'anyone',
  'GET /api/takedowns/:number': 'anyone',
  'GET /api/takedowns/:number/counter-notice': 'allowBanned',
  'POST /api/takedowns/:number/counter-notice': 'allowBanned',
  'GET /api/moderation/blocklist': takedownStaff,
  'GET /api/moderation/blocklist/effect': takedownStaff,
  'POST /api/moderation/blocklist': takedownStaff,
  'DELETE /api/moderation/blocklist/:id': takedownStaff,
  'GET /api/versions/:id/similar': 'admin.scripts.moderate',
  // For another user.
  'POST /api/scripts/:id/versions': 'admin.scripts.moderate',
  'PUT /api/versions/:id': 'admin.scripts.moderate',
  'POST /api/versions/:id/withdraw': 'admin.scripts.moderate',
  'POST /api/versions/:id/restore': 'admin.scripts.moderate',
  'GET /api/versions/:id/download': 'scripts.download',
  'GET /api/rules': 'anyone',
  'GET /api/scripts/:id/works-reports': 'anyone',
  // The author only: no user here is one.
  'GET /api/scripts/:id/statistics': 'signed-in',
  'GET /api/scripts/:id/history': 'signed-in',
  'PUT /api/scripts/:id/state': 'signed-in',
  // Members and users who are invited: no user here is one.
  'GET /api/scripts/:id/members': 'signed-in',
  'POST /api/scripts/:id/invitations': 'signed-in',
  'POST /api/scripts/:id/transfer': 'signed-in',
  'PUT /api/scripts/:id/members/:userId': 'signed-in',
  'DELETE /api/scripts/:id/members/:userId': 'signed-in',
  'GET /api/team-pages/:name': 'anyone',
  'GET /api/account/teams': 'signed-in',
  'POST /api/teams': 'signed-in',
  'GET /api/teams/:id': 'signed-in',
  'PUT /api/teams/:id': 'signed-in',
  'DELETE /api/teams/:id': 'signed-in',
  'PUT /api/teams/:id/image': 'signed-in',
  'DELETE /api/teams/:id/image': 'signed-in',
  'POST /api/teams/:id/invitations': 'signed-in',
  'PUT /api/teams/:id/members/:userId': 'signed-in',
  'DELETE /api/teams/:id/members/:userId': 'signed-in',
  'POST /api/team-invitations/:id/accept': 'signed-in',
  'POST /api/team-invitations/:id/decline': 'signed-in',
  'DELETE /api/team-invitations/:id': 'signed-in',
  'GET /api/invitations': 'signed-in',
  'POST /api/invitations/:id/accept': 'signed-in',
  'POST /api/invitations/:id/decline': 'signed-in',
  'DELETE /api/invitations/:id': 'signed-in',
  'GET /api/versions/:id/works-report': 'signed-in',
  'PUT /api/versions/:id/works-report': 'signed-in',
  'DELETE /api/versions/:id/works-report': 'signed-in',
  'PUT /api/works-reports/:id/answer': 'signed-in',
  'GET /api/notifications': 'allowBanned',
  'POST /api/notifications/read': 'signed-in',
  // A banned user can only appeal the ban.
  'POST /api/cases': 'allowBanned',
  'GET /api/cases/mine': 'allowBanned',
  // Staff and parties: for everyone else a case does not exist.
  'GET /api/cases/:id': 'allowBanned',
  'GET /api/cases/:id/reports': 'allowBanned',
  'GET /api/cases/:id/messages': 'allowBanned',
  'POST /api/cases/:id/messages': 'allowBanned',
  'GET /api/moderation/cases': staff,
  'POST /api/moderation/cases/:id/claim': staff,
  'POST /api/moderation/cases/:id/release': staff,
  'POST /api/moderation/cases/:id/direct-messages': staff,
  'POST /api/moderation/cases/:id/decide': staff,
  'POST /api/moderation/cases/:id/effect': staff,
  'GET /api/moderation/log': 'anyone',
  'GET /api/analyses/status': 'admin.dashboard.view',
  // The author only: no user here is one.
  'PUT /api/scripts/:id/finding-comments': 'signed-in',
  'PUT /api/finding-verdicts/:rule/:fileSha256': 'admin.scripts.moderate',
  'DELETE /api/finding-verdicts/:rule/:fileSha256': 'admin.scripts.moderate',
  'POST /api/scripts/:id/view': 'anyone',
  'GET /api/scripts/my-scripts': 'signed-in',
  'GET /api/scripts/waiting': 'admin.scripts.moderate',
  'POST /api/scripts/:id/publish': 'admin.scripts.moderate',
  'GET /api/moderation/texts': 'admin.scripts.moderate',
  'POST /api/moderation/texts/bulk': 'admin.scripts.moderate',
  'GET /api/account/profile-text': 'signed-in',
  'PUT /api/account/profile-text': 'signed-in',
  'GET /api/moderation/scripts': 'admin.scripts.moderate',
  'GET /api/moderation/scripts/:id': 'admin.scripts.moderate',
  'POST /api/moderation/scripts/bulk': 'admin.scripts.moderate',
  'POST /api/scripts/:id/removal': 'admin.scripts.moderate',
  'DELETE /api/scripts/:id/removal': 'admin.scripts.moderate',
  'POST /api/scripts': 'scripts.upload',
  'POST /api/scripts/preview': 'signed-in',
  'POST /api/scripts/upload-url': 'scripts.upload',
  'GET /api/scripts/:id/download': 'scripts.download',
  'POST /api/scripts/:id/download': 'scripts.download',
  'POST /api/scripts/:id/like': 'scripts.rate',
  'POST /api/scripts/:id/unlike': 'scripts.rate',
  // For another user.
  'PUT /api/scripts/:id': 'admin.scripts.moderate',
  'DELETE /api/scripts/:id': 'admin.scripts.moderate',
  'GET /api/users/profile/:username': 'anyone',
  'GET /api/users/profile/:username/card': 'anyone',
  'GET /api/health': 'anyone',
  'GET /api/health/live': 'anyone',
  'GET /api/categories': 'anyone',
  'POST /api/categories': 'admin.categories.manage',
  'PUT /api/categories/:id': 'admin.categories.manage',
  'DELETE /api/categories/:id': 'admin.categories.manage',
  'POST /api/categories/:id/move-scripts': 'admin.categories.manage',
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
  'GET /api/analytics': 'admin.analytics.view',
  'GET /api/pages/:page': 'anyone',
  'GET /api/settings': 'admin.settings',
  'PUT /api/settings': 'admin.settings',
  'POST /api/activities': 'anyone',
  'GET /api/activities': 'admin.activities.view',
  'GET /api/activities/recent': ['admin.activities.view', 'admin.dashboard.view'],
  'GET /api/activities/history': ['admin.audit', 'admin.activities.view'],
  'GET /api/activities/export': 'admin.activities.view',

  ...userAdminRules,
  // Must be last, because it ends the sessions.
  'POST /api/auth/logout': 'allowBanned',
}

const bystander = await app.createUser()
const callers = await gatherCallers(app, bystander)
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
  const waiting = await callersFor(rule)
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

/**
 * In each commit those whose keys decide, and one who has all others: permissions only add, so the rest follows. The
 * full run lets everyone make every call.
 */
async function callersFor(rule: Rule): Promise<Caller[]> {
  if (process.env.TEST_FULL === 'true') return [...callers]
  const keys = permissions.filter((key) => [rule].flat().includes(key))
  const deciding = permissions.filter((key) => keys.some((needed) => hasPermission([key, opening], needed)))
  const isTelling = ({ keys: held }: Caller) => {
    const [last] = held.slice(-1)
    if (last === undefined || held.length === permissions.length) return true
    return held.length > 2 ? !held.includes(opening) : deciding.includes(last)
  }
  const others = permissions.filter((key) => !deciding.includes(key) || key === opening)
  const lacking = keys.length > 0 ? [await createCaller(app, `all but ${keys.join(', ')}`, others)] : []
  return [...callers.filter(isTelling), ...lacking]
}

async function makeCall(name: string, { token }: Caller) {
  const endpoint = calls.get(name)
  // The rule depends on the author, so a script must exist.
  const path = (endpoint?.path ?? '')
    .replace(':id', ofAuthor.test(name) ? String(await insertTestScript(app, { author: bystander })) : ':id')
    .replace(/^(\/api\/versions\/):id(?!\/(?:report|files))/, `$1${await versionOf(name)}`)
    .replace(':userId', String(bystander.id))
    .replace(':username', bystander.username)
    .replace(':rule/:fileSha256', `runs-code/${'0'.repeat(32)}`)
    // The rule depends on both users, so the target must exist; the flag does not change.
    .replace(/:id(?=\/admin$)/, String(bystander.id))
    .replace(':id', '2147483647')
  const { status, body } = await app.request(
    token === undefined ? null : { token },
    endpoint?.method ?? 'GET',
    path,
    endpoint?.method === 'GET' ? undefined : endpoint?.files ? emptyForm.body : bodyOf(name),
    endpoint?.files ? emptyForm.headers : {},
  )
  return { status, code: typeof body === 'object' ? body.code : undefined }
}

const ofAuthor = /^(?:PUT|DELETE) \/api\/scripts\/:id$|^POST \/api\/scripts\/:id\/versions$/

async function versionOf(name: string): Promise<number> {
  if (!/^(?:PUT|POST) \/api\/versions\//.test(name)) return 2_147_483_647
  return insertTestVersion(app, await insertTestScript(app, { author: bystander }))
}
