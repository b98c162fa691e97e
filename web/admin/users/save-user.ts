import type { UserChange } from '#contract/user-admin.ts'
import { call, CallFailure } from '#web/app/call.ts'

import type { StagedGroups } from './staged-groups.ts'
import type { UserDetails } from './users.data.ts'

/** The profile first; then all group changes at once, of which some may be refused without undoing the others. */
export async function saveUser(
  { id, username }: Pick<UserDetails, 'id' | 'username'>,
  change: UserChange | undefined,
  staged: StagedGroups,
): Promise<{ name: string; groupsChanged: number; failure: string | undefined }> {
  const params = { id }
  const saved = change && (await call('PUT /api/users/admin/users/:id', { params, body: change }))
  const changes = [
    ...staged.add.map((group_id) => ({ group_id, action: 'add' as const })),
    ...staged.remove.map((group_id) => ({ group_id, action: 'remove' as const })),
  ]
  const results = await Promise.allSettled(
    changes.map((body) => call('PUT /api/users/admin/users/:id/groups', { params, body })),
  )
  const failures = results.filter((result) => result.status === 'rejected')
  const [first] = failures
  // Nothing at all was changed: that is a refusal, and the form stays open with what it says.
  if (first && failures.length === changes.length && !saved) throw first.reason
  return {
    name: saved?.user.username ?? username,
    groupsChanged: changes.length - failures.length,
    failure: first && (first.reason instanceof CallFailure ? first.reason.message : 'Failed to update user'),
  }
}
