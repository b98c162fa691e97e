import {
  Briefcase,
  Car,
  ChevronLeft,
  ChevronRight,
  Clock,
  Download,
  Eye,
  Funnel,
  Grid3x3,
  House,
  Map,
  Package,
  Search,
  Shirt,
  SlidersHorizontal,
  Zap,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** The sixteen names that a category's icon may have; named one by one, so that no other icon is loaded. */
const icons: Record<string, LucideIcon | undefined> = {
  Package,
  Map,
  Shirt,
  Car,
  Zap,
  Briefcase,
  Home: House,
  Grid: Grid3x3,
  Search,
  Filter: Funnel,
  Download,
  Eye,
  Clock,
  SlidersHorizontal,
  ChevronLeft,
  ChevronRight,
}

export function CategoryIcon({ name }: { name: string | undefined }) {
  const Icon = icons[name ?? 'Package'] ?? Package
  return <Icon />
}
