import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { useHydrated } from '#web/ui/use-hydrated.ts'

import { initialIcons } from './initial-icons.ts'

const icons: Record<string, LucideIcon | undefined> = initialIcons
const LazyIcon = lazy(async () => ({ default: (await import('./LazyIcon.tsx')).LazyIcon }))

/** Icons outside the first load show a package until they are loaded. */
export function CategoryIcon({ name = 'Package' }: { name: string | undefined }) {
  const isHydrated = useHydrated()
  const Icon = icons[name]
  if (Icon) return <Icon />
  if (!isHydrated) return <Package />
  return (
    <Suspense fallback={<Package />}>
      <LazyIcon name={name} />
    </Suspense>
  )
}
