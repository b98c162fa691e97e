import './page-transitions.css'

import type { AppRouter } from './router.tsx'

/** View transitions: pages cross-fade, and the image of a script's card grows into that of its page, and back. */
export function watchPageTransitions(router: AppRouter): void {
  // Without transition types the browser would also fade at each change of the search text.
  if (!CSS.supports('selector(:active-view-transition-type(page))')) return
  handleSkippedTransitions()
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let shared: { path: string; element: HTMLElement; imageUrl: string } | undefined

  router.options.defaultViewTransition = {
    types: ({ fromLocation, toLocation, pathChanged }) => {
      const isPending = router.state.matches.some(({ status }) => status === 'pending')
      // The page's skeleton is already shown.
      if (!fromLocation || !pathChanged || isPending || reducedMotion.matches) return false
      clearTransitionName(shared?.element)
      shared = findCover(toLocation.pathname) ?? findCover(fromLocation.pathname)
      setTransitionName(shared?.element)
      return ['page']
    },
  }
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (!pathChanged || !shared) return
    const { path, imageUrl } = shared
    clearTransitionName(shared.element)
    shared = findCover(path)
    setTransitionName(shared?.element)
    // Shows the card's image until the larger one has loaded.
    if (shared && imageUrl && !shared.element.querySelector('img')?.complete)
      shared.element.style.background = `center / contain no-repeat url("${imageUrl}")`
  })
}

/** The next navigation skips a transition that has not begun, and its `ready` rejects. The router starts it and does not look at that. */
function handleSkippedTransitions(): void {
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => undefined)
    return transition
  }
}

/** The visible image of the script at a path, in a list or on its own page. */
function findCover(path: string) {
  const covers = document.querySelectorAll<HTMLElement>(`[data-cover="${CSS.escape(path)}"]`)
  const element = [...covers].find((cover) => {
    const { top, bottom, height } = cover.getBoundingClientRect()
    return height > 0 && bottom > 0 && top < innerHeight
  })
  return element && { path, element, imageUrl: element.querySelector('img')?.currentSrc ?? '' }
}

function setTransitionName(cover: HTMLElement | undefined): void {
  if (cover) cover.style.viewTransitionName = 'cover'
}

function clearTransitionName(cover: HTMLElement | undefined): void {
  if (cover) cover.style.viewTransitionName = ''
}
