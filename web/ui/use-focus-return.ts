import { useEffect, useState } from 'react'

import { focusMain } from './focus-main.ts'

/**
 * Returns the focus when an overlay is unmounted. React Aria does so only for an overlay that closes while mounted.
 * `findTarget` finds an element that was not focused when the overlay was mounted, because a lazy overlay is mounted
 * after the menu that opened it has closed.
 */
export function useFocusReturn(findTarget?: () => HTMLElement | null): void {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      // After two frames the page is no longer inert, and React Aria has restored the focus if it does.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const { activeElement } = document
          const target = findTarget?.()
          if (target && (activeElement === document.body || activeElement?.id === 'main')) target.focus()
          else if (activeElement !== document.body) return
          else if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
            opener.focus()
          else focusMain()
        }),
      )
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `findTarget` is called when the overlay closes
    [opener],
  )
}

// A menu item is unmounted with its menu: the focus returns to the menu's button.
function findOpener(): Element | null {
  const active = document.activeElement
  if (!active?.closest('[role=menu]')) return active
  return document.querySelector('[aria-haspopup=menu][aria-expanded=true]')
}
