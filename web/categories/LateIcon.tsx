import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { lateIcons } from './late-icons.ts'

const icons: Record<string, LucideIcon | undefined> = lateIcons

export function LateIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Package
  return <Icon />
}
