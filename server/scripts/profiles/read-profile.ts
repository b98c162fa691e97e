import type { AuthorList, PublicProfile, UserCard } from '#contract/scripts/profiles.ts'
import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import {
  countCoAuthoredScripts,
  listCoAuthoredScripts,
  listScriptsOfAuthor,
} from '#server/scripts/script-lists/list-scripts-of-author.ts'
import { isMember, selectMemberships } from '#server/scripts/authors.queries.ts'
import { nameStyle, avatarUrl, usernameKey } from '#server/access/access.public.ts'

import { parseDescription } from '#server/scripts/description.rules.ts'

import { selectProfileText } from './profile-texts.queries.ts'
import { selectProfile } from './profiles.queries.ts'

type Context = Pick<App, 'db' | 'clock'>

/** The username matches without regard to case. */
export async function readProfile(
  app: Context,
  username: string,
  query: { list?: AuthorList | undefined; sort?: ScriptSort | undefined; page: number; limit: number },
  addCacheTags: (...tags: CacheTag[]) => void,
): Promise<PublicProfile> {
  const row = await findProfile(app, username)
  const { totalDownloads, reputation, isTeam } = row
  const memberships = await selectMemberships(app.db, row.id)
  // Scripts of others come and go with changes by others.
  if (isMember(memberships)) addCacheTags('scripts')
  const coAuthored = await countCoAuthoredScripts(app.db, row.id, memberships)
  const scripts =
    query.list === 'co-authored'
      ? await listCoAuthoredScripts(app.db, row.id, memberships, query)
      : await listScriptsOfAuthor(app.db, row.id, query)
  const own = await selectProfileText(app.db, row.id)
  const { text, links } = own && !own.removedAt ? own : { text: '', links: [] }
  const formattedText = text === '' ? [] : parseDescription(text)
  return { ...toUserCard(row), isTeam, totalDownloads, reputation, formattedText, links, coAuthored, scripts }
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
