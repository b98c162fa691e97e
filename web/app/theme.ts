import { useSyncExternalStore } from 'react'

import { writeStored } from '#web/ui/stored-text.ts'

import { showTheme, storedTheme, themeKey } from './current-theme.ts'
import type { Theme } from './current-theme.ts'

const listeners = new Set<() => void>()
let chosen: Theme | undefined

/** During hydration always `system`; the first-paint script has applied the stored theme. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'system')
  return { theme, setTheme }
}

function setTheme(theme: Theme): void {
  chosen = theme
  writeStored(themeKey, theme === 'system' ? undefined : theme)
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
