import type { AppRouter } from './router.tsx'

/** Brings the document's head up to the page that is shown. Whatever crawlers read is in the server's page only. */
export function followHead(router: AppRouter, isServed: boolean): void {
  router.subscribe('onResolved', ({ fromLocation }) => {
    // The first page has its head from the server, description and all.
    if (!fromLocation && isServed) return
    const { matches } = router.state
    const title = matches.flatMap(({ meta }) => meta ?? []).findLast((meta) => meta?.title)?.title
    if (title) document.title = title
    for (const old of document.head.querySelectorAll('[data-page]')) old.remove()
    const address = matches.flatMap(({ links }) => links ?? []).at(-1)?.href
    if (!address) return
    const canonical = document.createElement('link')
    canonical.rel = 'canonical'
    canonical.href = address
    canonical.dataset['page'] = ''
    document.head.append(canonical)
  })
}
