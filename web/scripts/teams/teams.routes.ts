import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { hiddenHead, pageHead } from '#web/app/page-meta.ts'
import { teamPath } from '#web/app/paths.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { currentSession } from '#web/app/session-store.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { followStatusQuery } from '#web/site/follows/follow-status.data.ts'
import { parseTeamSearch } from '#web/scripts/profiles/profile-search.ts'
import { ProfileSkeleton } from '#web/scripts/profiles/ProfileSkeleton.tsx'

import { teamQuery } from './teams.data.ts'

export const teamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams/$name',
  validateSearch: parseTeamSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { name }, deps }) => {
    const query = teamQuery(name, deps)
    await Promise.all([prefetch(context, query), prefetch(context, categoriesQuery)])
    const team = context.queryClient.getQueryData(query.queryKey)
    if (team === null) context.response.status = 404
    if (team)
      await prefetch(context, followStatusQuery({ kind: 'author', id: team.id }, currentSession()?.user.id))
    return { team }
  },
  head: ({ match, loaderData: { team } = {} }) => {
    const { site } = match.context
    const { page } = match.search
    if (!team)
      return pageHead(site, {
        title: team === null ? 'Team Not Found' : match.params.name,
        description: import.meta.env.SSR && 'There is no team at this address.',
        path: match.pathname,
        isHidden: true,
      })
    const { name, scriptsUploaded, image } = team
    return pageHead(site, {
      title: page ? `${name}, page ${page}` : name,
      description:
        import.meta.env.SSR &&
        `The team ${name} shares ${scriptsUploaded === 1 ? 'one script' : `${scriptsUploaded} scripts`} on ${site.siteName}. See them, and who makes them.`,
      path: `${teamPath(name)}${writeSearchText({ page })}`,
      image:
        import.meta.env.SSR && image
          ? { url: image, alt: `The image of ${name}`, width: 256, height: 256 }
          : null,
      kind: 'profile',
    })
  },
  pendingMs: 150,
  pendingComponent: ProfileSkeleton,
  component: lazyRouteComponent(() => import('./TeamPage.tsx'), 'TeamPage'),
  staticData: { source: 'scripts/teams/TeamPage.tsx' },
})

export const ownTeamsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams',
  head: hiddenHead('Your Teams', import.meta.env.SSR && 'The teams in which you own scripts with others.'),
  component: lazyRouteComponent(() => import('./TeamsPage.tsx'), 'TeamsPage'),
  staticData: { source: 'scripts/teams/TeamsPage.tsx' },
})

export const manageTeamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams/$name/manage',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: `Manage ${match.params.name}`,
      description: import.meta.env.SSR && 'The members and texts of a team, for its members.',
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./ManageTeamPage.tsx'), 'ManageTeamPage'),
  staticData: { source: 'scripts/teams/ManageTeamPage.tsx' },
})
