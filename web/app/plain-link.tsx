import { deepEqual, useRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import type { LinkComponentProps, RegisteredRouter } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'

export type Given = LinkComponentProps<'a', RegisteredRouter, string, string>
type Place = { pathname: string; search: Record<string, unknown> }

const plainPath = /^\/$|^(?:\/[\w~-][\w.~-]*)+$/
const plainHash = /^[\w-]+$/

/** What of a link's properties is the router's, and no attribute. */
const ofRouter = new Set(['to', 'search', 'hash', 'activeOptions', 'preload', 'resetScroll'])
/** What may lead elsewhere, or look otherwise. */
const special = new Set(
  `from params mask unsafeRelative activeProps inactiveProps disabled type style state replace preloadDelay
  preloadIntentProximity reloadDocument startTransition viewTransition hashScrollIntoView ignoreBlocker _asChild`.split(
    /\s+/,
  ),
)

/**
 * A link for the server's build, which only writes it down. Where its address is there to read, the router need not
 * match it against all routes: a list of scripts has fifty links. Any other link is left to the router's own.
 */
export function plainLinkOr(RouterLink: FunctionComponent<Given>): FunctionComponent<Given> {
  return function Link(link: Given) {
    const { latestLocation, options } = useRouter()
    const target = Object.keys(link).some((name) => special.has(name)) ? undefined : targetOf(link)
    if (!target) return <RouterLink {...link} />
    const attributes: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(link)) if (!ofRouter.has(name)) attributes[name] = value
    const { pathname, search, hash } = target
    const active = isActive(latestLocation, target, link.activeOptions)
    if (active) attributes['className'] = link.className ? `${link.className} active` : 'active'
    attributes['href'] = `${pathname}${options.stringifySearch(search)}${hash && `#${hash}`}`
    if (active) Object.assign(attributes, { 'data-status': 'active', 'aria-current': 'page' })
    return createElement('a', attributes)
  }
}

function targetOf({ to, search = {}, hash = '', children }: Given): (Place & { hash: string }) | undefined {
  if (typeof to !== 'string' || !plainPath.test(to) || typeof children === 'function') return undefined
  if (typeof hash !== 'string' || (hash && !plainHash.test(hash)) || !isRecord(search)) return undefined
  return { pathname: to, search, hash }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** As the router decides it on the server, which never knows the hash of an address. */
function isActive(at: Place, target: Place, options: Given['activeOptions'] = {}): boolean {
  const { exact = false, includeHash = false, includeSearch = true, explicitUndefined = false } = options
  const here = at.pathname.length > 1 ? at.pathname.replace(/\/$/, '') : at.pathname
  const isHere = here === target.pathname || (!exact && here.startsWith(`${target.pathname}/`))
  if (!isHere || includeHash) return false
  return !includeSearch || deepEqual(at.search, target.search, !exact, explicitUndefined)
}
