import { useEffect, useState } from 'react'

/**
 * Inside an overlay: gives the focus back to what had it, however the overlay goes. React Aria does so only
 * when the overlay outlives its own closing; one that its user simply stops rendering left the focus nowhere.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // After two frames the page below is no longer inert, and React Aria has had its turn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return
          opener.focus()
        }),
      )
    },
    [opener],
  )
}

// An entry of a menu goes with its menu: what comes back is the button that opened it.
function findOpener(): Element | null {
  const active = document.activeElement
  if (!active?.closest('[role=menu]')) return active
  return document.querySelector('[aria-haspopup=menu][aria-expanded=true]')
}
