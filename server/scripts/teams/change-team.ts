import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { accountLimits } from '#contract/access/users.ts'
import { type Team, type TeamDraft } from '#contract/scripts/teams.ts'
import { teamLimits } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { violatedConstraint } from '#platform/database/database-errors.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { receiveMultipart } from '#platform/storage/multipart.ts'
import { type NewFiles, withNewFiles } from '#platform/storage/new-files.ts'
import { stageStream } from '#platform/storage/staging.ts'
import {
  deleteTeamUser,
  insertUser,
  isReservedName,
  onRenamed,
  selectTaken,
  selectUserForUpdate,
  updateUser,
  usernameKey,
  userTag,
} from '#server/access/access.public.ts'
import { removeAvatarAfter, withTransaction, storeAvatar } from '#server/accounts/accounts.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { updateTeamRemoval } from '#server/scripts/moderated-texts.queries.ts'

import { assertNotHidden, lockOwnTeam, type TeamRow, ownersOnly, recordTeamActivity } from './teams.ts'
import { readTeam } from './read-team.ts'
import {
  insertTeam,
  insertTeamMember,
  selectOwnedCount,
  selectScriptCount,
  selectTeamForUpdate,
  updateTeam,
} from './teams.queries.ts'

export async function createTeam(app: App, sender: Actor, draft: TeamDraft): Promise<Team> {
  const { name, text, links } = draft
  await assertTextsAllowed(app, sender, draft)
  return withUniqueTeam(() =>
    withTransaction(app, sender, {}, async (write) => {
      const { db: tx, actor, now } = write
      await assertMayOwnOneMore(tx, actor.id)
      await assertFreeName(tx, app, name)
      const email = `team-${randomUUID()}@teams.invalid`
      const names = { username: name, usernameKey: usernameKey(name), email, emailKey: email }
      const id = await insertUser(tx, { ...names, isTeam: true, createdAt: now })
      await insertTeam(tx, { id, text, links, createdAt: now, updatedAt: now })
      await insertTeamMember(tx, { teamId: id, userId: actor.id, role: 'owner', since: now })
      await recordTeamActivity(tx, actor, { id, name }, 'Team Created')
      return readTeam(tx, actor, id, now)
    }),
  )
}

/** The lock of the user makes the count exact. */
export async function assertMayOwnOneMore(tx: Db, userId: number): Promise<void> {
  await selectUserForUpdate(tx, userId)
  if ((await selectOwnedCount(tx, userId)) >= teamLimits.ownedMax)
    throw conflict(`A user can own at most ${teamLimits.ownedMax} teams`)
}

export async function editTeam(app: App, sender: Actor, id: number, draft: TeamDraft): Promise<Team> {
  const { name, text, links } = draft
  await assertTextsAllowed(app, sender, draft)
  return withUniqueTeam(() =>
    withTransaction(app, sender, {}, async (write) => {
      const { db: tx, now } = write
      const { actor, team } = await lockOwnTeam(write, id)
      assertNotHidden(team)
      await updateTeam(tx, id, { text, links, updatedAt: now })
      invalidate(tx, userTag(id))
      if (name !== team.name) {
        if (usernameKey(name) !== usernameKey(team.name)) await assertFreeName(tx, app, name)
        await updateUser(tx, id, { username: name, usernameKey: usernameKey(name) })
        await onRenamed(tx, id)
      }
      const before = name === team.name ? {} : { old: { name: team.name }, new: { name } }
      await recordTeamActivity(tx, actor, { id, name }, 'Team Updated', before)
      return readTeam(tx, actor, id, now)
    }),
  )
}

/** `image` is a key in the file store; null removes the image. */
export async function changeTeamImage(
  app: App,
  sender: Actor,
  id: number,
  image: string | null,
  newFiles?: NewFiles,
): Promise<Team> {
  return withTransaction(app, sender, newFiles ? { newFiles } : {}, async (write) => {
    const { db: tx, now } = write
    const { actor, team } = await lockOwnTeam(write, id)
    assertNotHidden(team)
    await setImage(tx, app, team, image)
    await updateTeam(tx, id, { updatedAt: now })
    await recordTeamActivity(tx, actor, team, 'Team Updated', { changed: ['image'] })
    return readTeam(tx, actor, id, now)
  })
}

async function setImage(
  tx: Db,
  app: App,
  { id, image: before }: TeamRow,
  image: string | null,
): Promise<void> {
  await updateUser(tx, id, { avatar: image })
  if (before !== null && before !== image) removeAvatarAfter(tx, app, before)
  invalidate(tx, userTag(id))
}

export async function removeTeam(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx } = write
    const { actor, team } = await lockOwnTeam(write, id)
    assertNotHidden(team)
    if ((await selectScriptCount(tx, id)) > 0)
      throw conflict('This team owns scripts. Transfer or delete them before you delete the team')
    await setImage(tx, app, team, null)
    await recordTeamActivity(tx, actor, team, 'Team Deleted')
    await deleteTeamUser(tx, id)
  })
}

async function assertTextsAllowed(app: App, actor: Actor, { text, links }: TeamDraft): Promise<void> {
  const urls = links.map(({ url }) => url).join('\n\n')
  await assertLinksAllowed(app, actor, { text: `${text}\n\n${urls}` })
}

const nameTaken = () => invalid({ name: 'This name is already taken' }, 'conflict')

/** Users and teams share their names. */
async function assertFreeName(tx: Db, { settings }: Pick<App, 'settings'>, name: string): Promise<void> {
  const taken = await selectTaken(tx, { usernameKey: usernameKey(name), emailKey: '' })
  if (taken.username || isReservedName(name, settings.siteName)) throw nameTaken()
}

/** The name may be taken in another transaction at the same time. */
async function withUniqueTeam<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw violatedConstraint(error) === 'users_username_key' ? nameTaken() : error
  }
}

/** Only the image of an owner is read. If it is invalid, nothing is stored. */
export async function changeTeamImageForm(
  app: App,
  actor: Actor,
  id: number,
  request: IncomingMessage,
): Promise<Team> {
  const { role } = await readTeam(app.db, actor, id, app.clock.now())
  if (role !== 'owner') throw ownersOnly()
  const form = await receiveMultipart(request, {
    files: {
      image: {
        sizeMax: accountLimits.avatarSizeMax,
        countMax: 1,
        tooLargeMessage: () => 'Image must be less than 10MB',
        tooManyMessage: 'Only one image is allowed',
      },
    },
    fieldSizeMax: 1024,
    fieldsMax: 0,
    stage: (stream, sizeMax) => stageStream(app.staging, stream, { sizeMax }),
  })
  try {
    const [image] = form.files.image ?? []
    if (!image) throw invalid({ image: 'Image is required' })
    return await withNewFiles(app, async (newFiles) => {
      const error = { message: 'Image must be JPEG, PNG, GIF, or WebP', field: 'image' }
      const key = await storeAvatar(app, newFiles, image.path, error)
      return changeTeamImage(app, actor, id, key, newFiles)
    })
  } finally {
    await form.discard()
  }
}

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
