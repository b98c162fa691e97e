import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { lazyIcons } from './lazy-icons.ts'

const icons: Record<string, LucideIcon | undefined> = lazyIcons

export function LazyIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Package
  return <Icon />
}
