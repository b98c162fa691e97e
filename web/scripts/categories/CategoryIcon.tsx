import { Briefcase, Car, Grid3x3, House, Map, Package, Shirt, Zap } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The icons of the initial categories, which are part of the first load. */
export const initialIcons = { Package, Map, Shirt, Car, Zap, Briefcase, Home: House, Grid: Grid3x3 }

const icons: Record<string, LucideIcon | undefined> = initialIcons
const LazyIcon = lazy(async () => {
  const { lazyIcons } = await import('./lazy-icons.ts')
  const others: Record<string, LucideIcon | undefined> = lazyIcons
  return {
    default: function LoadedIcon({ name }: { name: string }) {
      const Icon = others[name] ?? Package
      return <Icon />
    },
  }
})

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
