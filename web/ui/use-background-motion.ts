import { useSyncExternalStore } from 'react'

const storageKey = 'background_motion'
const listeners = new Set<() => void>()
let chosen: boolean | null = null

/** Whether moving decoration stands still, by the choice of the person; it is remembered in this browser. */
export function useBackgroundMotion(): { isStill: boolean; setStill: (isStill: boolean) => void } {
  const isStill = useSyncExternalStore(subscribe, readChoice, () => false)
  return { isStill, setStill }
}

function setStill(isStill: boolean) {
  chosen = isStill
  try {
    localStorage.setItem(storageKey, isStill ? 'still' : 'moving')
  } catch {
    // A browser that forbids storage only forgets the choice with the page.
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
