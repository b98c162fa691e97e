import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { cutText } from '#contract/platform/cut-text.ts'
import { shareImageAt } from '#contract/platform/images.ts'
import { prefetch } from '#web/app/page-context.ts'
import { hiddenHead, pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'
import { currentSession } from '#web/app/session-store.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'
import { followStatusQuery } from '#web/site/follows/follow-status.data.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'

import { CollectionsSkeleton } from './CollectionsSkeleton.tsx'
import { collectionPath, collectionsPath } from './collection-paths.ts'
import { collectionInstallQuery, collectionListQuery, collectionQuery } from './collections.data.ts'
import { parseCollectionListSearch, parseCollectionSearch } from './collections-search.ts'

export const collectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections',
  validateSearch: parseCollectionListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context, collectionListQuery(deps)),
  head: ({ match }) => {
    const { q, author, page } = match.search
    const title = author ? `Collections by ${author}` : 'Collections'
    return pageHead(match.context.site, {
      title: page ? `${title}, page ${page}` : title,
      description:
        import.meta.env.SSR &&
        `Lists of scripts that go well together, made by members of ${match.context.site.siteName}. Install a whole list with one command.`,
      path: `${collectionsPath}${writeSearchText(match.search)}`,
      isHidden: q !== undefined,
    })
  },
  component: lazyRouteComponent(() => import('./CollectionsPage.tsx'), 'CollectionsPage'),
  staticData: { source: 'scripts/collections/CollectionsPage.tsx' },
})

export const collectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections/$id',
  validateSearch: parseCollectionSearch,
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context, params, deps: { key } }) => {
    const id = parseScriptId(params.id)
    // The browser waits as well, because the title is that of the collection. The component shows an error.
    const collection =
      id === undefined
        ? null
        : await context.queryClient
            .ensureQueryData({ ...collectionQuery(id, key), revalidateIfStale: true })
            .catch(() => undefined)
    if (collection === null) context.response.status = 404
    if (collection)
      await Promise.all([
        prefetch(context, categoriesQuery),
        collection.entries.length > 0
          ? prefetch(context, collectionInstallQuery(collection.id, key))
          : undefined,
        collection.visibility === 'public'
          ? prefetch(
              context,
              followStatusQuery({ kind: 'collection', id: collection.id }, currentSession()?.user.id),
            )
          : undefined,
      ])
    return { collection }
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context
    const collection = loaderData?.collection
    if (!collection)
      return pageHead(site, {
        title: collection === null ? 'Collection Not Found' : 'Collection',
        description: import.meta.env.SSR && 'This collection doesn’t exist or is not public.',
        path: match.pathname,
        isHidden: true,
      })
    const { id, title, owner, entryCount, images, visibility, removal } = collection
    const [image] = images
    const isPublic = visibility === 'public' && removal === null
    return pageHead(site, {
      title,
      description:
        import.meta.env.SSR &&
        cutText(
          `${title}: ${entryCount === 1 ? 'one script' : `${entryCount} scripts`}, collected by ${owner.username}. See what they need together, and install them with one command.`,
          200,
        ),
      path: collectionPath(id),
      image:
        import.meta.env.SSR && image
          ? { url: shareImageAt(image), alt: `The cover of a script in ${title}` }
          : null,
      isHidden: !isPublic,
      ...(import.meta.env.SSR &&
        isPublic && { feed: { path: `/feed/collection/${id}.xml`, title: `Scripts of ${title}` } }),
    })
  },
  pendingMs: 150,
  pendingComponent: CollectionsSkeleton,
  component: lazyRouteComponent(() => import('./CollectionPage.tsx'), 'CollectionPage'),
  staticData: { source: 'scripts/collections/CollectionPage.tsx' },
})

const ownDescription = 'Your lists of scripts.'

export const ownCollectionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections/mine',
  head: hiddenHead('Your Collections', import.meta.env.SSR && ownDescription),
  component: lazyRouteComponent(() => import('./OwnCollectionsPage.tsx'), 'OwnCollectionsPage'),
  staticData: { source: 'scripts/collections/OwnCollectionsPage.tsx' },
})

export const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections/saved',
  loader: ({ context }) => prefetch(context, categoriesQuery),
  head: hiddenHead('Saved for Later', import.meta.env.SSR && ownDescription),
  component: lazyRouteComponent(() => import('./SavedPage.tsx'), 'SavedPage'),
  staticData: { source: 'scripts/collections/SavedPage.tsx' },
})

export const editCollectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/collections/$id/edit',
  head: hiddenHead('Edit Collection', import.meta.env.SSR && ownDescription),
  component: lazyRouteComponent(() => import('./EditCollectionPage.tsx'), 'EditCollectionPage'),
  staticData: { source: 'scripts/collections/EditCollectionPage.tsx' },
})
