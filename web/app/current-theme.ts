import { readStored } from '#web/ui/stored-text.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themeKey = 'theme'
const systemIsLight = '(prefers-color-scheme: light)'

/** The first-paint script has applied the theme; this follows changes of the system's since then. */
export function followSystemTheme(): void {
  showStoredTheme()
  matchMedia(systemIsLight).addEventListener('change', showStoredTheme)
}

const showStoredTheme = () => showTheme(parseTheme(readStored(themeKey)))

export function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

export function showTheme(theme: Theme): void {
  const isLight = theme === 'system' ? matchMedia(systemIsLight).matches : theme === 'light'
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
}
