import type { PublicProfile, UserCard } from '#contract/scripts/profiles.ts'
import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { listScriptsOfAuthor as selectScriptsOfAuthor } from '#server/scripts/script-lists/list-scripts-of-author.ts'
import { nameStyle, avatarUrl, usernameKey } from '#server/access/access.public.ts'

import { parseDescription } from '#server/scripts/description.rules.ts'

import { selectProfileText } from './profile-texts.queries.ts'
import { selectProfile } from './profiles.queries.ts'

type Context = Pick<App, 'db' | 'clock'>

/** The username matches without regard to case. */
export async function readProfile(
  app: Context,
  username: string,
  query: { sort?: ScriptSort | undefined; page: number; limit: number },
): Promise<PublicProfile> {
  const row = await findProfile(app, username)
  const { totalDownloads, reputation, isTeam } = row
  const scripts = await selectScriptsOfAuthor(app.db, row.id, query)
  const own = await selectProfileText(app.db, row.id)
  const { text, links } = own && !own.removedAt ? own : { text: '', links: [] }
  const formattedText = text === '' ? [] : parseDescription(text)
  return { ...toUserCard(row), isTeam, totalDownloads, reputation, formattedText, links, scripts }
}

export async function readUserCard(app: Context, username: string): Promise<UserCard> {
  return toUserCard(await findProfile(app, username))
}

async function findProfile({ db, clock }: Context, username: string) {
  const row = await selectProfile(db, usernameKey(username), clock.now())
  if (!row) throw notFound('User not found')
  return row
}

function toUserCard(row: Awaited<ReturnType<typeof findProfile>>): UserCard {
  const { id, username, avatar, createdAt, scriptsUploaded, group } = row
  const css = nameStyle(row.ownStyles, group?.style)
  return {
    id,
    username,
    avatar: avatarUrl(avatar),
    joinDate: createdAt.toISOString(),
    scriptsUploaded,
    css,
    group: group && { display_name: group.display_name, color: group.color, css },
  }
}
