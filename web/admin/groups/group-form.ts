import { z } from 'zod/mini'

import { GroupChange, groupLimits } from '#contract/groups.ts'
import type { Group, PermissionCategory } from '#contract/groups.ts'
import { isPermission } from '#contract/permissions.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

const { name, display_name, description, color, is_default } = z.required(GroupChange).shape

const GroupForm = z.object({
  name,
  display_name,
  description,
  color,
  is_default,
  // Numbers arrive as the text of their fields.
  priority: z.string(),
  style_id: z.string(),
  permissions: z.array(z.string()),
})
export type GroupForm = z.output<typeof GroupForm>

export const useGroupForm = (group: Group | undefined) =>
  useJudgedForm<GroupForm>(GroupForm, {
    name: group?.name ?? '',
    display_name: group?.display_name ?? '',
    description: group?.description ?? '',
    color: group?.color ?? '#666666',
    is_default: group?.is_default ?? false,
    priority: String(group?.priority ?? 0),
    style_id: String(group?.style_id ?? ''),
    permissions: group?.group_permissions.map(({ permission_key }) => permission_key) ?? [],
  })

/** What a form comes to as the body of a call; a priority that is no number is 0. */
export function groupBody(form: GroupForm) {
  return {
    ...form,
    priority: parsePriority(form.priority),
    style_id: Number(form.style_id) || null,
    permissions: form.permissions.filter(isPermission),
  }
}

/** What a form changes, with what it was opened with: what others change meanwhile is not undone. */
export function groupChange(group: Group, form: GroupForm): GroupChange {
  const wanted = groupBody(form)
  const opened = {
    ...group,
    permissions: group.group_permissions.map(({ permission_key }) => permission_key),
  }
  const plain = [
    'name',
    'display_name',
    'description',
    'color',
    'is_default',
    'priority',
    'style_id',
  ] as const
  const changed: string[] = plain.filter((field) => wanted[field] !== opened[field])
  if (new Set(wanted.permissions).symmetricDifference(new Set(opened.permissions)).size > 0)
    changed.push('permissions')
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => changed.includes(field)))
  return { ...pick(wanted), expected: pick(opened) }
}

export function parsePriority(text: string): number {
  const priority = Number.parseInt(text, 10)
  return Number.isNaN(priority) ? 0 : Math.min(Math.max(priority, 0), groupLimits.priorityMax)
}

type Available = { key: string; name: string; description: string; category: PermissionCategory }

/** The permissions of a tab, or with a search those of all tabs, found by name, key or description. */
export function shownPermissions<Item extends Available>(
  available: readonly Item[],
  tab: PermissionCategory,
  search: string,
): readonly Item[] {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return available.filter(({ category }) => category === tab)
  return available.filter((item) =>
    `${item.name} ${item.key} ${item.description}`.toLowerCase().includes(wanted),
  )
}
