import { profilesApi } from '#contract/profiles.ts'
import { cachedRoute } from '#platform/http/route.ts'
import { groupsTag } from '#server/groups/groups.public.ts'
import { cardTag, scriptsOfTag } from '#server/scripts/scripts.public.ts'
import { stylesTag } from '#server/user-styles/user-styles.public.ts'
import { userTag } from '#server/users/users.public.ts'

import { readProfile } from './read-profile.ts'

export const profileRoutes = [
  cachedRoute(
    profilesApi.get,
    // Which scripts there are changes with those of their author, each of them with its own tag, its figures with
    // `counters`, the names of categories with `category-names`; the group beside the name changes with `groups`, and
    // how the name looks with `styles`.
    (_input, { id, scripts: { scripts } }) => [
      userTag(id),
      scriptsOfTag(id),
      ...scripts.map((script) => cardTag(script.id)),
      'counters',
      'category-names',
      groupsTag,
      stylesTag,
    ],
    ({ hub, params, query }) => readProfile(hub, params.username, query),
  ),
]
