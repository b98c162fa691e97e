import {
  profilesApi,
  type UserCard,
  type AuthorList,
  type PublicProfile,
  type OwnProfileText,
  type ProfileText,
} from '#contract/scripts/profiles.ts'
import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { notFound, conflict } from '#platform/errors.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { groupsTag, stylesTag, userTag, nameStyle, avatarUrl } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { isMember, selectMemberships, selectProfile } from '#server/scripts/authors.queries.ts'
import { parseDescription } from '#server/scripts/description.rules.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import {
  countCoAuthoredScripts,
  listCoAuthoredScripts,
  listScriptsOfAuthor,
} from '#server/scripts/script-lists/list-scripts-of-author.ts'
import { cardTag, editsTag, scriptsOfTag, trendTag } from '#server/scripts/script-tags.ts'

import { selectProfileText, upsertProfileText } from '#server/scripts/moderated-texts.queries.ts'

export const profileRoutes = [
  cachedRoute(
    profilesApi.get,
    ({ query: { sort } }, profile) => [
      ...userCardTags(profile),
      ...profile.scripts.scripts.map((script) => cardTag(script.id)),
      'counters',
      'category-names',
      ...(sort === 'trending' ? [trendTag] : []),
      ...(sort === 'updated' ? [editsTag] : []),
    ],
    ({ app, params, query, addCacheTags }) => readProfile(app, params.username, query, addCacheTags),
  ),
  cachedRoute(
    profilesApi.card,
    (_input, card) => userCardTags(card),
    ({ app, params }) => readUserCard(app, params.username),
  ),
  route(profilesApi.ownText, ({ db, actor }) => readOwnProfileText(db, actor)),
  route(profilesApi.changeText, ({ app, actor, body }) => changeProfileText(app, actor, body)),
]

/** The number of scripts changes with the scripts, the tag with the groups, the name's style with the styles. */
function userCardTags({ id }: UserCard): CacheTag[] {
  return [userTag(id), scriptsOfTag(id), groupsTag, stylesTag]
}

type Context = Pick<App, 'db' | 'clock'>

/** The username matches without regard to case. */
async function readProfile(
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

async function readUserCard(app: Context, username: string): Promise<UserCard> {
  return toUserCard(await findProfile(app, username))
}

async function findProfile({ db, clock }: Context, username: string) {
  const row = await selectProfile(db, username, clock.now())
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

async function readOwnProfileText(db: Db, { id }: Pick<Actor, 'id'>): Promise<OwnProfileText> {
  const row = await selectProfileText(db, id)
  return {
    text: row?.text ?? '',
    links: row?.links ?? [],
    removal: row?.removedAt ? (row.removalReason ?? '') : null,
  }
}

async function changeProfileText(app: App, sender: Actor, draft: ProfileText): Promise<OwnProfileText> {
  const urls = draft.links.map(({ url }) => url).join('\n\n')
  await assertLinksAllowed(app, sender, { text: `${draft.text}\n\n${urls}` })
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const isChanged = await upsertProfileText(tx, actor.id, draft, now)
    if (!isChanged) throw conflict('A moderator hid the text of your profile, so you cannot change it')
    invalidate(tx, userTag(actor.id))
    return readOwnProfileText(tx, actor)
  })
}
