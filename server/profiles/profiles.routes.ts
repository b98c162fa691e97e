import { profilesApi } from '#contract/profiles.ts'
import { cachedRoute } from '#platform/http/route.ts'
import { groupsTag } from '#server/groups/groups.public.ts'
import { stylesTag } from '#server/user-styles/user-styles.public.ts'
import { userTag } from '#server/users/users.public.ts'

import { readProfile } from './read-profile.ts'

export const profileRoutes = [
  cachedRoute(
    profilesApi.get,
    // Its scripts change with their author's tag, their figures with `counters`, the names of their categories with
    // `categories`; the group beside the name with `groups`, and how the name looks with `styles`.
    (_input, { id }) => [userTag(id), 'counters', 'categories', groupsTag, stylesTag],
    ({ hub, params, query }) => readProfile(hub, params.username, query),
  ),
]
