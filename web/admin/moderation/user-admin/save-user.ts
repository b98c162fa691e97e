import type { UserChange } from '#contract/moderation/user-admin.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'

import type { PendingGroupChanges } from './pending-group-changes.ts'
import type { UserDetails } from './users.data.ts'

/** Saves the profile, then all group changes in parallel; a group change that fails does not undo the others. */
export async function saveUser(
  { id, username }: Pick<UserDetails, 'id' | 'username'>,
  change: UserChange | undefined,
  groupChanges: PendingGroupChanges,
): Promise<{ name: string; groupsChanged: number; failure: string | undefined }> {
  const params = { id }
  const saved = change && (await call('PUT /api/users/admin/users/:id', { params, body: change }))
  const changes = [
    ...groupChanges.add.map((group_id) => ({ group_id, action: 'add' as const })),
    ...groupChanges.remove.map((group_id) => ({ group_id, action: 'remove' as const })),
  ]
  const results = await Promise.allSettled(
    changes.map((body) => call('PUT /api/users/admin/users/:id/groups', { params, body })),
  )
  const failures = results.filter((result) => result.status === 'rejected')
  const [first] = failures
  // Nothing was saved: the caller shows the error and keeps the form open.
  if (first && failures.length === changes.length && !saved) throw first.reason
  return {
    name: saved?.user.username ?? username,
    groupsChanged: changes.length - failures.length,
    failure: first && errorMessage(first.reason, 'Failed to update user'),
  }
}
