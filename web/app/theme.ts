import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const themeKey = 'theme'
const systemIsLight = '(prefers-color-scheme: light)'
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
  show()
  for (const notify of listeners) notify()
}

function readTheme(): Theme {
  if (chosen === undefined) {
    const stored = readStored()
    chosen = stored === 'light' || stored === 'dark' ? stored : 'system'
  }
  return chosen
}

function readStored(): string | null {
  try {
    return localStorage.getItem(themeKey)
  } catch {
    return null
  }
}

function show(): void {
  const theme = readTheme()
  const isLight = theme === 'system' ? matchMedia(systemIsLight).matches : theme === 'light'
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
}

function subscribe(notify: () => void): () => void {
  const system = matchMedia(systemIsLight)
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key !== themeKey) return
    chosen = undefined
    show()
    notify()
  }
  listeners.add(notify)
  system.addEventListener('change', show)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(notify)
    system.removeEventListener('change', show)
    removeEventListener('storage', followOtherTab)
  }
}
