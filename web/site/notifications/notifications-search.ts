export type NotificationsSearch = { page?: number; unread?: 'true' }

const pageMax = 1_000_000_000

/** Invalid values become the default, and the first page has no number. */
export function parseNotificationsSearch(raw: Record<string, unknown>): NotificationsSearch {
  const page = Number(raw['page'])
  return {
    ...(Number.isInteger(page) && page > 1 && page <= pageMax && { page }),
    ...(raw['unread'] === 'true' && { unread: 'true' as const }),
  }
}
