import {
  Flame,
  Folder,
  Gamepad2,
  Globe,
  Paintbrush,
  ShieldCheck,
  Smartphone,
  Star,
  Tag,
  Target,
  Wrench,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { CategoryIconName } from '#contract/categories.ts'

import type { earlyIcons } from './early-icons.ts'

/** What the back office offers beside those; loaded where a category has one of them. */
export const lateIcons: Record<Exclude<CategoryIconName, keyof typeof earlyIcons>, LucideIcon> = {
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
}
