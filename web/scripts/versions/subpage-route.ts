import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { PageContext } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { ReportSkeleton } from './ReportSkeleton.tsx'
import { loadUrlVersion, type Loaded } from './url-version.ts'

/** What the routes of the pages of a script have in common. */
export const subpage = {
  getParentRoute: () => rootRoute,
  pendingMs: 150,
  pendingComponent: ReportSkeleton,
} as const

/** The loader of a page that is the same for all versions. */
export async function loadScript({
  context,
  params: { id },
}: {
  context: PageContext
  params: { id: string }
}): Promise<Pick<Required<Loaded>, 'script'>> {
  const { script } = await loadUrlVersion(context, { id, v: undefined })
  return { script }
}

export function subpageHead(
  { context, pathname }: { context: PageContext; pathname: string },
  { script, version }: Loaded = {},
  page: {
    /** Until the script is loaded. */
    name: string
    title: (script: Script, version: VersionSummary | undefined) => string
    /** See pageHead. A function is for the page of a script that exists. */
    description: false | string | ((script: Script) => string)
    /** By default that of the request. */
    path?: (script: Script, version: VersionSummary | undefined) => string
    isHidden?: boolean
  },
) {
  const { name, title, description, path = () => pathname, isHidden = false } = page
  if (!script || version === null)
    return pageHead(context.site, {
      title: script === null ? 'Script Not Found' : version === null ? 'Version Not Found' : name,
      description:
        import.meta.env.SSR &&
        (typeof description === 'function'
          ? 'The script you’re looking for doesn’t exist or has been removed.'
          : description),
      path: pathname,
      isHidden: true,
    })
  return pageHead(context.site, {
    title: title(script, version),
    description:
      import.meta.env.SSR && (typeof description === 'function' ? description(script) : description),
    path: path(script, version),
    isHidden,
  })
}

export function canonicalSearch(version: VersionSummary | undefined): string {
  return version && !version.isCurrent ? `?v=${version.id}` : ''
}
