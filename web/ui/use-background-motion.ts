import { useSyncExternalStore } from 'react'

const storageKey = 'background_motion'
const listeners = new Set<() => void>()
let chosen: boolean | null = null

/** The user's choice to pause decorative motion, stored in the browser. */
export function useBackgroundMotion(): { isStill: boolean; setStill: (isStill: boolean) => void } {
  const isStill = useSyncExternalStore(subscribe, readChoice, () => false)
  return { isStill, setStill }
}

function setStill(isStill: boolean) {
  chosen = isStill
  try {
    localStorage.setItem(storageKey, isStill ? 'still' : 'moving')
  } catch {
    // Without storage the choice lasts until the next page load.
  }
  for (const notify of listeners) notify()
}

function readChoice(): boolean {
  if (chosen !== null) return chosen
  try {
    chosen = localStorage.getItem(storageKey) === 'still'
  } catch {
    chosen = false
  }
  return chosen
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
