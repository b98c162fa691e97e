export type Theme = 'system' | 'light' | 'dark'

export const themeKey = 'theme'
const systemIsLight = '(prefers-color-scheme: light)'

/** The first-paint script has shown it already; from here on the page goes along when the system changes. */
export function followSystemTheme(): void {
  matchMedia(systemIsLight).addEventListener('change', () => showTheme(storedTheme()))
}

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export function showTheme(theme: Theme): void {
  const isLight = theme === 'system' ? matchMedia(systemIsLight).matches : theme === 'light'
  document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark'
}
