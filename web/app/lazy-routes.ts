/** Groups of routes that are loaded with the first visit of one of them. The server preloads the file of the group. */
export const lazyRoutes = {
  admin: async () => (await import('./lazy-routes/admin.ts')).routes,
  archives: async () => (await import('./lazy-routes/archives.ts')).routes,
  cases: async () => (await import('./lazy-routes/cases.ts')).routes,
  collections: async () => (await import('./lazy-routes/collections.ts')).routes,
  files: async () => (await import('./lazy-routes/files.ts')).routes,
  forms: async () => (await import('./lazy-routes/forms.ts')).routes,
  profiles: async () => (await import('./lazy-routes/profiles.ts')).routes,
  texts: async () => (await import('./lazy-routes/texts.ts')).routes,
}

export type RouteGroup = keyof typeof lazyRoutes
export type LoadedRoutes = { [Group in RouteGroup]: Awaited<ReturnType<(typeof lazyRoutes)[Group]>> }
