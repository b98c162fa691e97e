import type { AppRouter } from './router.tsx'

/** Updates title and canonical URL on navigation. Crawlers read the server's page. */
export function syncDocumentHead(router: AppRouter, isServed: boolean): void {
  router.subscribe('onResolved', ({ fromLocation }) => {
    // The server has written the head of the first page.
    if (!fromLocation && isServed) return
    const { matches } = router.state
    const title = matches.flatMap(({ meta }) => meta ?? []).findLast((meta) => meta?.title)?.title
    if (title) document.title = title
    for (const old of document.head.querySelectorAll('[data-page]')) old.remove()
    const canonicalUrl = matches.flatMap(({ links }) => links ?? []).at(-1)?.href
    if (!canonicalUrl) return
    const canonical = document.createElement('link')
    canonical.rel = 'canonical'
    canonical.href = canonicalUrl
    canonical.dataset['page'] = ''
    document.head.append(canonical)
  })
}
