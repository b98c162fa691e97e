import type { AppRouter } from './router.tsx'

/** A page in the background draws nothing; one that is being hidden may never get to it. */
const frameMax = 100

/**
 * What is pressed shows at once: links and controls mark the address that was asked for, and for a whole other page the
 * document carries `data-leaving`. Only when that has been drawn does the router go there, and is the next page put up,
 * however long both take.
 */
export function answerFirst(router: AppRouter): void {
  const { documentElement } = document
  const { navigate, commitLocation, startViewTransition } = router
  let goOn: (() => void) | undefined
  let isDrawn = false
  let drawn: Promise<void> | undefined

  router.navigate = (options) => {
    // What comes next may build upon the address that is still waiting for its picture.
    goOn?.()
    return navigate(options)
  }

  router.commitLocation = (next) => {
    const here = router.latestLocation
    // A redirect is on its way already, and the same address changes nothing.
    if (next.ignoreBlocker || next.external || next.href === here.href) return commitLocation(next)
    const isLeaving = next.pathname !== here.pathname
    if (isLeaving) documentElement.toggleAttribute('data-leaving', true)
    else router.stores.location.set(next)
    return new Promise((resolve) => {
      goOn = () => {
        goOn = undefined
        // Somebody has gone back meanwhile: what they see is where they went last.
        if (router.latestLocation !== here) return resolve()
        isDrawn = true
        resolve(commitLocation(next))
        isDrawn = false
        if (router.latestLocation !== here) return
        // They are asked first whether they want to leave.
        documentElement.removeAttribute('data-leaving')
        router.stores.location.set(here)
      }
      const mine = goOn
      void nextFrame().then(() => goOn === mine && mine())
    })
  }

  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    // The first page is there already, and waits for nothing but its hydration.
    if (!fromLocation) return
    documentElement.toggleAttribute('data-leaving', pathChanged)
    // A step back or forth has not been drawn yet; a fade of pages takes its picture of the old one by itself.
    drawn = isDrawn || pathChanged ? undefined : nextFrame()
  })
  router.startViewTransition = async (update) => {
    const asked = router.latestLocation
    await drawn
    // Somebody has gone elsewhere meanwhile: the router sees that itself, and nothing is to fade for it.
    return router.latestLocation === asked ? startViewTransition(update) : update()
  }
  router.subscribe('onResolved', () => documentElement.removeAttribute('data-leaving'))
}

/** Once the next frame has been drawn. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, frameMax)
    return requestAnimationFrame(() => setTimeout(resolve))
  })
}
