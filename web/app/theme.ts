import { createStoredValue } from '#web/ui/stored-value.ts'

import { parseTheme, showTheme, themeKey } from './current-theme.ts'
import type { Theme } from './current-theme.ts'

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
