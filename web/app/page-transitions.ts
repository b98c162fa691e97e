import './page-transitions.css'

import type { AppRouter } from './router.tsx'

/**
 * Lets one page fade into the next, and the picture of a script's card grow into that of its page, and back. Where the
 * browser does not know how, or the person wants nothing to move, a page simply takes the place of the other.
 */
export function watchPageTransitions(router: AppRouter): void {
  // A browser without types of transitions would fade at each letter of a search, too.
  if (!CSS.supports('selector(:active-view-transition-type(page))')) return
  const stillness = matchMedia('(prefers-reduced-motion: reduce)')
  let shared: { path: string; element: HTMLElement; picture: string } | undefined

  router.options.defaultViewTransition = {
    types: ({ fromLocation, toLocation, pathChanged }) => {
      const isWaiting = router.state.matches.some(({ status }) => status === 'pending')
      // An outline that stands for the page already is not worth another fade.
      if (!fromLocation || !pathChanged || isWaiting || stillness.matches) return false
      unname(shared?.element)
      shared = findCover(toLocation.pathname) ?? findCover(fromLocation.pathname)
      name(shared?.element)
      return ['page']
    },
  }
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged || !shared) return
    const { path, picture } = shared
    unname(shared.element)
    shared = findCover(path)
    name(shared?.element)
    // The large picture may still be on its way: until then the small one stands behind it.
    if (shared && picture && !shared.element.querySelector('img')?.complete)
      shared.element.style.background = `center / contain no-repeat url("${picture}")`
  })
}

/** The picture of the script at an address, in a list or on its own page; of several the one that is seen. */
function findCover(path: string) {
  const covers = document.querySelectorAll<HTMLElement>(`[data-cover="${CSS.escape(path)}"]`)
  const element = [...covers].find((cover) => {
    const { top, bottom, height } = cover.getBoundingClientRect()
    return height > 0 && bottom > 0 && top < innerHeight
  })
  return element && { path, element, picture: element.querySelector('img')?.currentSrc ?? '' }
}

function name(cover: HTMLElement | undefined): void {
  if (cover) cover.style.viewTransitionName = 'cover'
}

function unname(cover: HTMLElement | undefined): void {
  if (cover) cover.style.viewTransitionName = ''
}
