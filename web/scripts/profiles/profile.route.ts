import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { teamPath, userPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { currentSession } from '#web/app/session-store.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { followStatusQuery } from '#web/site/follows/follow-status.data.ts'

import { parseProfileSearch } from './profile-search.ts'
import { profileQuery } from './profiles.data.ts'

/** Without a username the page shows an error of its own. */
export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/{-$username}',
  validateSearch: parseProfileSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    const username = params.username?.trim()
    const query = username ? profileQuery(username, deps) : undefined
    await Promise.all([query && prefetch(context, query), prefetch(context, categoriesQuery)])
    const profile = query ? context.queryClient.getQueryData(query.queryKey) : null
    if (profile === null) context.response.status = 404
    if (profile)
      await prefetch(
        context,
        followStatusQuery({ kind: 'author', id: profile.id }, currentSession()?.user.id),
      )
    return { profile }
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context
    const profile = loaderData?.profile
    if (!profile)
      return pageHead(site, {
        title: profile === null ? 'User Not Found' : (match.params.username ?? 'User'),
        description: import.meta.env.SSR && 'There is no public profile at this address.',
        path: match.pathname,
        isHidden: true,
      })
    const { username, scriptsUploaded, avatar } = profile
    const { list, page } = match.search
    const name = list ? `Collaborations of ${username}` : username
    return pageHead(site, {
      title: page ? `${name}, page ${page}` : name,
      description:
        import.meta.env.SSR &&
        `${username} shares ${scriptsUploaded === 1 ? 'one script' : `${scriptsUploaded} scripts`} on ${site.siteName}. See them, and what the community makes of them.`,
      path: profile.isTeam ? teamPath(username) : `${userPath(username)}${writeSearchText({ list, page })}`,
      image:
        import.meta.env.SSR && avatar
          ? { url: avatar, alt: `The avatar of ${username}`, width: 256, height: 256 }
          : null,
      kind: 'profile',
    })
  },
  component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
  staticData: { source: 'scripts/profiles/ProfilePage.tsx' },
})
