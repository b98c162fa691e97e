import type { AppRouter } from './router.tsx'

/** A page in the background draws nothing; one that is being hidden may never get to it. */
const frameMax = 100

/**
 * What is pressed shows at once: links mark the address that comes, a list is dimmed, and for a whole other page the document
 * carries `data-leaving`. Only when that has been drawn is the next page put up, however long it takes to render.
 */
export function answerFirst(router: AppRouter): void {
  const { documentElement } = document
  let drawn: Promise<void> | undefined
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    // The first page is there already, and waits for nothing but its hydration.
    if (!fromLocation) return
    documentElement.toggleAttribute('data-leaving', pathChanged)
    // A fade of pages takes its picture of the old one in a frame of its own.
    drawn = pathChanged ? undefined : nextFrame()
  })
  const putUp = router.startViewTransition
  router.startViewTransition = async (update) => {
    const asked = router.latestLocation
    await drawn
    // Somebody has gone elsewhere meanwhile: the router sees that itself, and nothing is to fade for it.
    return router.latestLocation === asked ? putUp(update) : update()
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
