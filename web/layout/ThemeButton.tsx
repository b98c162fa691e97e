import { Monitor, Moon, Sun } from 'lucide-react'

import { parseTheme, showTheme, themeKey, type Theme } from '#web/app/current-theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { createStoredValue } from '#web/ui/stored-value.ts'

const steps = {
  system: { icon: <Monitor />, next: 'light' },
  light: { icon: <Sun />, next: 'dark' },
  dark: { icon: <Moon />, next: 'system' },
} as const satisfies Record<Theme, unknown>

export function ThemeButton() {
  const { theme, setTheme } = useTheme()
  const { icon, next } = steps[theme]
  return (
    <IconButton icon={icon} label={`Theme: ${theme}. Switch to ${next}`} onClick={() => setTheme(next)} />
  )
}

const stored = createStoredValue(
  themeKey,
  parseTheme,
  (theme) => (theme === 'system' ? undefined : theme),
  showTheme,
)

/** During hydration always `system`; the first-paint script has applied the stored theme. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: stored.use('system'), setTheme: stored.set }
}
