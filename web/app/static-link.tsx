import { deepEqual, useRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import type { LinkComponentProps, RegisteredRouter } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'

export type LinkInput = LinkComponentProps<'a', RegisteredRouter, string, string>
type Location = { pathname: string; search: Record<string, unknown> }

const literalPath = /^\/$|^(?:\/[\w~-][\w.~-]*)+$/
const literalHash = /^[\w-]+$/

/** Properties that are not attributes. */
const routerProps = new Set(['to', 'search', 'hash', 'activeOptions', 'preload', 'resetScroll'])
/** Properties that only the router's Link supports. */
const unsupportedProps = new Set(
  `from params mask unsafeRelative activeProps inactiveProps disabled type style state replace preloadDelay
  preloadIntentProximity reloadDocument startTransition viewTransition hashScrollIntoView ignoreBlocker _asChild`.split(
    /\s+/,
  ),
)

/**
 * Renders links with a literal path without matching it against all routes, for the server build (docs/decisions/0017).
 * Other links are rendered by the router's Link.
 */
export function createStaticLink(RouterLink: FunctionComponent<LinkInput>): FunctionComponent<LinkInput> {
  return function Link(link: LinkInput) {
    const { latestLocation, options } = useRouter()
    const target = Object.keys(link).some((name) => unsupportedProps.has(name)) ? undefined : targetOf(link)
    if (!target) return <RouterLink {...link} />
    const attributes: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(link)) if (!routerProps.has(name)) attributes[name] = value
    const { pathname, search, hash } = target
    const active = isActive(latestLocation, target, link.activeOptions)
    if (active) attributes['className'] = link.className ? `${link.className} active` : 'active'
    attributes['href'] = `${pathname}${options.stringifySearch(search)}${hash && `#${hash}`}`
    if (active) Object.assign(attributes, { 'data-status': 'active', 'aria-current': 'page' })
    return createElement('a', attributes)
  }
}

function targetOf({
  to,
  search = {},
  hash = '',
  children,
}: LinkInput): (Location & { hash: string }) | undefined {
  if (typeof to !== 'string' || !literalPath.test(to) || typeof children === 'function') return undefined
  if (typeof hash !== 'string' || (hash && !literalHash.test(hash)) || !isRecord(search)) return undefined
  return { pathname: to, search, hash }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The same rules as the router's on the server, where a location has no hash. */
function isActive(current: Location, target: Location, options: LinkInput['activeOptions'] = {}): boolean {
  const { exact = false, includeHash = false, includeSearch = true, explicitUndefined = false } = options
  const here = current.pathname.length > 1 ? current.pathname.replace(/\/$/, '') : current.pathname
  const isHere = here === target.pathname || (!exact && here.startsWith(`${target.pathname}/`))
  if (!isHere || includeHash) return false
  return !includeSearch || deepEqual(current.search, target.search, !exact, explicitUndefined)
}
