import type { AppRouter } from './router.tsx'

/** Upper bound: a page in the background paints no frame. */
const frameMsMax = 100

/**
 * Paints the feedback of a click before the router loads and renders: links and controls show the target URL as
 * current, and for another page the document gets `data-navigating`. It wraps methods of the router, which has no
 * hook for this (docs/decisions/0017).
 */
export function paintBeforeNavigation(router: AppRouter): void {
  const { documentElement } = document
  const { navigate, commitLocation, startViewTransition } = router
  let commit: (() => void) | undefined
  let isPainted = false
  let painted: Promise<void> | undefined

  router.navigate = (options) => {
    // The next navigation may be relative to the one that waits for its paint.
    commit?.()
    return navigate(options)
  }

  router.commitLocation = (next) => {
    const current = router.latestLocation
    // A redirect has no click to give feedback for, and the same URL changes nothing.
    if (next.ignoreBlocker || next.external || next.href === current.href) return commitLocation(next)
    const isLeaving = next.pathname !== current.pathname
    if (isLeaving) documentElement.toggleAttribute('data-navigating', true)
    else router.stores.location.set(next)
    return new Promise((resolve) => {
      commit = () => {
        commit = undefined
        // The user went back in the meantime: the last navigation wins.
        if (router.latestLocation !== current) return resolve()
        isPainted = true
        resolve(commitLocation(next))
        isPainted = false
        if (router.latestLocation !== current) return
        // A blocker asks for confirmation first.
        documentElement.removeAttribute('data-navigating')
        router.stores.location.set(current)
      }
      const ownCommit = commit
      void nextPaint().then(() => commit === ownCommit && ownCommit())
    })
  }

  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    // The first page is already painted by the server's markup.
    if (!fromLocation) return
    documentElement.toggleAttribute('data-navigating', pathChanged)
    // Back and Forward bypass commitLocation; a view transition captures the old page by itself.
    painted = isPainted || pathChanged ? undefined : nextPaint()
  })
  router.startViewTransition = async (update) => {
    const target = router.latestLocation
    await painted
    // Another navigation began in the meantime and has its own transition.
    return router.latestLocation === target ? startViewTransition(update) : update()
  }
  router.subscribe('onResolved', () => documentElement.removeAttribute('data-navigating'))
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, frameMsMax)
    return requestAnimationFrame(() => setTimeout(resolve))
  })
}
