import { useSyncExternalStore } from 'react'

import { readStored, writeStored } from './stored-text.ts'

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
  writeStored(storageKey, isStill ? 'still' : 'moving')
  for (const notify of listeners) notify()
}

function readChoice(): boolean {
  return (chosen ??= readStored(storageKey) === 'still')
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
