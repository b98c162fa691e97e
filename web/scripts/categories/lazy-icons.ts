import {
  ChevronLeft,
  ChevronRight,
  Clock,
  Download,
  Eye,
  Flame,
  Folder,
  Funnel,
  Gamepad2,
  Globe,
  Paintbrush,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  Star,
  Tag,
  Target,
  Wrench,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { CategoryIconName } from '#contract/scripts/categories.ts'

import type { initialIcons } from './CategoryIcon.tsx'

/** The other icons, loaded when a category uses one of them. */
export const lazyIcons: Record<Exclude<CategoryIconName, keyof typeof initialIcons>, LucideIcon> = {
  Folder,
  Target,
  Wrench,
  Paintbrush,
  ShieldCheck,
  Globe,
  Smartphone,
  Gamepad2,
  Star,
  Tag,
  Flame,
  Filter: Funnel,
  Download,
  Eye,
  Clock,
  Search,
  SlidersHorizontal,
  ChevronLeft,
  ChevronRight,
}
