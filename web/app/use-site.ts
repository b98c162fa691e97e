import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

import type { Site } from '#contract/site/pages.ts'

type SiteRouter = { options: { context: { site: Site } } }

const listeners = new Set<() => void>()

export function useSite(): Site {
  const router = useRouter()
  const read = () => router.options.context.site
  return useSyncExternalStore(subscribe, read, read)
}

/** After a change of the settings, for the pages of this tab. */
export function replaceSite(router: SiteRouter, site: Site): void {
  router.options.context.site = site
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
