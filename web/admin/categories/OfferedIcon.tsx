import {
  Briefcase,
  Car,
  Flame,
  Folder,
  Gamepad2,
  Globe,
  House,
  Paintbrush,
  ShieldCheck,
  Shirt,
  Smartphone,
  Star,
  Tag,
  Target,
  Wrench,
  Zap,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { CategoryIcon } from '#web/categories/CategoryIcon.tsx'

const icons: Record<string, LucideIcon | undefined> = {
  Folder,
  Target,
  Zap,
  Wrench,
  Paintbrush,
  Home: House,
  Car,
  ShieldCheck,
  Shirt,
  Globe,
  Smartphone,
  Briefcase,
  Gamepad2,
  Star,
  Tag,
  Flame,
}

/** One of the sixteen that are on offer, or what a category of a new site has. */
export function OfferedIcon({ name }: { name: string }) {
  const Icon = icons[name]
  return Icon ? <Icon /> : <CategoryIcon name={name} />
}
