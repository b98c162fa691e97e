import { useSyncExternalStore } from 'react'

import { showTheme, storedTheme, themeKey } from './shown-theme.ts'
import type { Theme } from './shown-theme.ts'

const listeners = new Set<() => void>()
let chosen: Theme | undefined

/** The chosen theme; the first-paint script has already shown it, so the first render may call it `system`. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'system')
  return { theme, setTheme }
}

function setTheme(theme: Theme): void {
  chosen = theme
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // A browser that forbids storage forgets the choice with the page.
  }
  showTheme(theme)
  for (const notify of listeners) notify()
}

function readTheme(): Theme {
  return (chosen ??= storedTheme())
}

function subscribe(notify: () => void): () => void {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key !== themeKey) return
    chosen = undefined
    showTheme(readTheme())
    notify()
  }
  listeners.add(notify)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', followOtherTab)
  }
}
