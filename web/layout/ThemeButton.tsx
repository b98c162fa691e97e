import { Monitor, Moon, Sun } from 'lucide-react'

import type { Theme } from '#web/app/current-theme.ts'
import { useTheme } from '#web/app/theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

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
