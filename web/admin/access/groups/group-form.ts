import { z } from 'zod/mini'

import { GroupChange, groupLimits, type Group, type PermissionCategory } from '#contract/access/groups.ts'
import { isPermission } from '#contract/platform/permissions.ts'
import { fieldsOf } from '#web/app/use-zod-form.ts'

const { name, display_name, description, color, is_default } = z.required(GroupChange).shape

export const GroupForm = z.object({
  name,
  display_name,
  description,
  color,
  is_default,
  // The texts of the fields.
  priority: z
    .string()
    .check(
      z.trim(),
      z.regex(/^\d{1,4}$/, `Priority must be a whole number from 0 to ${groupLimits.priorityMax}`),
    ),
  style_id: z.string(),
  permissions: z.array(z.string()),
})
export type GroupForm = z.output<typeof GroupForm>

/** A new group is proposed below all others. `groups` is undefined until they are loaded. */
export function groupValues(group: Group | undefined, groups: readonly Group[] = []): GroupForm {
  return {
    name: group?.name ?? '',
    display_name: group?.display_name ?? '',
    description: group?.description ?? '',
    color: group?.color ?? '#666666',
    is_default: group?.is_default ?? false,
    priority: String(group?.priority ?? proposedPriority(groups)),
    style_id: String(group?.style_id ?? ''),
    permissions: group?.group_permissions.map(({ permission_key }) => permission_key) ?? [],
  }
}

export const groupFields = fieldsOf(GroupForm)

/** Ten below the lowest rank, which has the highest number. */
export function proposedPriority(groups: readonly Pick<Group, 'priority'>[]): number {
  return Math.min(Math.max(0, ...groups.map(({ priority }) => priority)) + 10, groupLimits.priorityMax)
}

/** Which groups the members of a group with this priority would outrank; undefined for an invalid priority. */
export function outrankedText(
  text: string,
  groups: readonly Pick<Group, 'priority' | 'display_name'>[],
): string | undefined {
  if (!/^\d{1,4}$/.test(text.trim())) return undefined
  const below = groups.filter(({ priority }) => priority > Number(text))
  if (below.length === 0) return 'Its members outrank no other group.'
  return `Its members outrank ${below.map((group) => group.display_name).join(', ')}.`
}

/** The body of a request. */
export function groupBody(form: GroupForm) {
  return {
    ...form,
    priority: Number(form.priority),
    style_id: Number(form.style_id) || null,
    permissions: form.permissions.filter(isPermission),
  }
}

/** The changed fields with the values that the form was opened with, so that the server detects a conflict. */
export function groupChange(group: Group, form: GroupForm): GroupChange {
  const next = groupBody(form)
  const opened = {
    ...group,
    permissions: group.group_permissions.map(({ permission_key }) => permission_key),
  }
  const changed: string[] = groupFields.filter(
    (field) => field !== 'permissions' && next[field] !== opened[field],
  )
  if (new Set(next.permissions).symmetricDifference(new Set(opened.permissions)).size > 0)
    changed.push('permissions')
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => changed.includes(field)))
  return { ...pick(next), expected: pick(opened) }
}

type Available = { key: string; name: string; description: string; category: PermissionCategory }

/** The permissions of a tab, or those of all tabs whose name, key or description contains the search text. */
export function filterPermissions<Item extends Available>(
  available: readonly Item[],
  tab: PermissionCategory,
  search: string,
): readonly Item[] {
  const text = search.trim().toLowerCase()
  if (!text) return available.filter(({ category }) => category === tab)
  return available.filter((item) =>
    `${item.name} ${item.key} ${item.description}`.toLowerCase().includes(text),
  )
}

/** The end of a day in the browser's time zone: a membership that ends on a day includes that day. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
