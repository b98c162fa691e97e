import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { onRenamed, selectTaken, updateUser, usernameKey } from '#server/access/access.public.ts'
import { removeAvatarAfter } from '#server/accounts/accounts.public.ts'
import { updateTeamRemoval } from '#server/scripts/moderated-texts.queries.ts'

import { selectTeamForUpdate } from './teams.queries.ts'

type Removal = { removedAt: Date; removedBy: number; removalReason: string }

/** Its scripts stay, under a name that no user can choose. The image is deleted. False when it is hidden already. */
export async function hideTeam(tx: Db, app: App, id: number, removal: Removal): Promise<boolean> {
  const row = await selectTeamForUpdate(tx, id)
  if (!row || row.team.removedAt !== null) return false
  await updateTeamRemoval(tx, id, { ...removal, hiddenName: row.name })
  const username = `hidden team ${id}`
  await updateUser(tx, id, { username, usernameKey: usernameKey(username), avatar: null })
  if (row.image !== null) removeAvatarAfter(tx, app, row.image)
  await onRenamed(tx, id)
  return true
}

/** False when it is not hidden. */
export async function restoreTeam(tx: Db, id: number): Promise<boolean> {
  const row = await selectTeamForUpdate(tx, id)
  const username = row?.team.hiddenName
  if (!username) return false
  const key = usernameKey(username)
  const taken = await selectTaken(tx, { usernameKey: key, emailKey: '' }, id)
  if (taken.username) throw conflict('Another user or team has the name of this team now')
  await updateTeamRemoval(tx, id, {
    removedAt: null,
    removedBy: null,
    removalReason: null,
    hiddenName: null,
  })
  await updateUser(tx, id, { username, usernameKey: key })
  await onRenamed(tx, id)
  return true
}
