import type { AdminUser } from '#contract/moderation/user-admin.ts'
import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'
import { capitalize } from '#web/ui/capitalize.ts'
import { dateText } from '#web/ui/date-text.ts'

const hour = 60 * 60_000

/** Figures that are highlighted because they need attention. */
export const isLowSuccess = (user: Pick<AdminUser, 'login_success_rate'>) => user.login_success_rate < 90
export const hasManyAttempts = (user: Pick<AdminUser, 'recent_login_attempts'>) =>
  user.recent_login_attempts > 10

export function lastSeen(lastLogin: string | null, now: number): string {
  if (lastLogin === null) return 'Never'
  const hours = Math.floor((now - Date.parse(lastLogin)) / hour)
  if (hours < 1) return 'Just now'
  if (hours < 24) return `${hours}h ago`
  if (hours < 168) return `${Math.floor(hours / 24)}d ago`
  return dateText(lastLogin)
}

export function activityTag(daysSinceLastActive: number | null): string {
  if (daysSinceLastActive === null) return 'Unknown'
  if (daysSinceLastActive <= 1) return 'Active'
  if (daysSinceLastActive <= 7) return 'Recent'
  return `${daysSinceLastActive}d ago`
}

const statusColors = { active: '#10b981', inactive: '#6b7280', suspended: '#f59e0b', under_review: '#3b82f6' }

/** The flags take precedence over the status, and a ban over a lock. */
export function statusBadge({
  status,
  is_banned,
  is_locked,
}: Pick<AdminUser, 'status' | 'is_banned' | 'is_locked'>): {
  label: string
  color: string
} {
  if (is_banned) return { label: 'Banned', color: '#ef4444' }
  if (is_locked) return { label: 'Locked', color: '#f59e0b' }
  return { label: statusLabel(status), color: statusColors[status] }
}

export function statusLabel(status: AdminUser['status']): string {
  return capitalize(status.replaceAll('_', ' '))
}

export function accountAge(days: number): string {
  return days === 1 ? '1 day old' : `${days} days old`
}

type Column = (typeof userColumns)[number]

/** A click on the sorted column reverses the order; another column starts descending. Newest first is the default. */
export function nextSort(search: UserSearch, column: Column): Pick<UserSearch, 'sort' | 'order'> {
  const order = sortOf(search, column) === 'descending' ? 'asc' : undefined
  return { sort: column === 'created_at' && !order ? undefined : column, order }
}

export function sortOf(search: UserSearch, column: Column): 'ascending' | 'descending' | undefined {
  if ((search.sort ?? 'created_at') !== column) return undefined
  return search.order === 'asc' ? 'ascending' : 'descending'
}

/** The menu button of a user's row, which opened the dialog that closes; null if the row is not listed any more. */
export function menuButtonOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-user="${id}"] [aria-haspopup=menu]`)
}
