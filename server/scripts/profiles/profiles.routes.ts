import { profilesApi, type UserCard } from '#contract/scripts/profiles.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { groupsTag, stylesTag, userTag } from '#server/access/access.public.ts'
import { cardTag, editsTag, scriptsOfTag, trendTag } from '#server/scripts/script-tags.ts'

import { changeProfileText, readOwnProfileText, readProfile, readUserCard } from './read-profile.ts'

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
