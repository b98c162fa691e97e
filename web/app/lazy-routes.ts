/** Groups of routes that are loaded with the first visit of one of them. The server preloads the file of the group. */
export const lazyRoutes = {
  admin: () => import('./lazy-routes/admin.ts'),
  archives: () => import('./lazy-routes/archives.ts'),
  cases: () => import('./lazy-routes/cases.ts'),
  collections: () => import('./lazy-routes/collections.ts'),
  files: () => import('./lazy-routes/files.ts'),
  forms: () => import('./lazy-routes/forms.ts'),
  profiles: () => import('./lazy-routes/profiles.ts'),
  texts: () => import('./lazy-routes/texts.ts'),
}

export type RouteGroup = keyof typeof lazyRoutes
export type LazyRoute = Awaited<ReturnType<(typeof lazyRoutes)[RouteGroup]>>['routes'][number]
