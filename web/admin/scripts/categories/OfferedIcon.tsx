import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { initialIcons } from '#web/scripts/categories/CategoryIcon.tsx'
import { lazyIcons } from '#web/scripts/categories/lazy-icons.ts'

const icons: Record<string, LucideIcon | undefined> = { ...initialIcons, ...lazyIcons }

/** Not the lazy CategoryIcon: all the icons to choose from must appear at the same time. */
export function OfferedIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Package
  return <Icon />
}
