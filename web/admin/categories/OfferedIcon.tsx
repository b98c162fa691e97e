import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { earlyIcons } from '#web/categories/early-icons.ts'
import { lateIcons } from '#web/categories/late-icons.ts'

const icons: Record<string, LucideIcon | undefined> = { ...earlyIcons, ...lateIcons }

/** All of them at once: a choice among icons that appear one after another would be none. */
export function OfferedIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Package
  return <Icon />
}
