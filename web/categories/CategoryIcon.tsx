import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { earlyIcons } from './early-icons.ts'

const icons: Record<string, LucideIcon | undefined> = earlyIcons
const LateIcon = lazy(async () => ({ default: (await import('./LateIcon.tsx')).LateIcon }))

/** An icon that is not loaded at once takes its place when it is there; until then there is a package. */
export function CategoryIcon({ name = 'Package' }: { name: string | undefined }) {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const Icon = icons[name]
  if (Icon) return <Icon />
  if (!isHydrated) return <Package />
  return (
    <Suspense fallback={<Package />}>
      <LateIcon name={name} />
    </Suspense>
  )
}

const neverChanges = () => () => undefined
