import { Package } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'
import { initialIcons } from '#web/scripts/categories/CategoryIcon.tsx'
import { lazyIcons } from '#web/scripts/categories/lazy-icons.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'

const icons: Record<string, LucideIcon | undefined> = { ...initialIcons, ...lazyIcons }

/** Not the lazy CategoryIcon: all the icons to choose from must appear at the same time. */
export function OfferedIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Package
  return <Icon />
}

export const categoryResource: Resource = {
  noun: 'category',
  addLabel: 'Add Category',
  permissions: { view: 'admin.categories.view', manage: 'admin.categories.manage' },
  queryKeys: [categoriesQuery.queryKey],
  remove: (id) => call('DELETE /api/categories/:id', { params: { id } }),
}
