import type { Activity } from '#contract/activities.ts'

const textMax = 100
const pageMax = 1_000_000_000

export const dashboardPeriods = [7, 30, 90] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]
// Spelled out: the contract's own lists would bring its schemas into the first load of every page.
const activityTypes: readonly Activity['type'][] = ['user', 'script', 'partner', 'system', 'warning']
const activityStatuses: readonly Activity['status'][] = ['info', 'success', 'warning', 'error']
export const userColumns = ['username', 'scripts', 'downloads', 'reputation'] as const
export const userStatuses = ['active', 'inactive', 'suspended', 'banned'] as const

/*
 * Lenient: an address may come from anywhere. What is unknown or unusable is left out, and so is a default, so that
 * the same screen always has the same address.
 */

export function readDashboardSearch(raw: Record<string, unknown>): { period?: 7 | 90 | undefined } {
  return { period: ([7, 90] as const).find((period) => String(period) === String(raw['period'])) }
}

export type UserSearch = {
  q?: string | undefined
  role?: 'admin' | 'user' | undefined
  status?: (typeof userStatuses)[number] | undefined
  sort?: (typeof userColumns)[number] | undefined
  order?: 'asc' | undefined
  page?: number | undefined
  /** The id of whose dialog is open. */
  user?: number | undefined
}

export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  return {
    q: text(raw['q']),
    role: oneOf(['admin', 'user'], raw['role']),
    status: oneOf(userStatuses, raw['status']),
    sort: oneOf(userColumns, raw['sort']),
    order: oneOf(['asc'], raw['order']),
    page: page(raw['page']),
    user: id(raw['user']),
  }
}

export type ActivitySearch = {
  type?: Activity['type'] | undefined
  status?: Activity['status'] | undefined
  page?: number | undefined
}

export function readActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  return {
    type: oneOf(activityTypes, raw['type']),
    status: oneOf(activityStatuses, raw['status']),
    page: page(raw['page']),
  }
}

export type StyleSearch = { tab?: 'assignments' | undefined; q?: string | undefined }

export function readStyleSearch(raw: Record<string, unknown>): StyleSearch {
  return { tab: oneOf(['assignments'], raw['tab']), q: text(raw['q']) }
}

export function readTextSearch(raw: Record<string, unknown>): { q?: string | undefined } {
  return { q: text(raw['q']) }
}

function oneOf<const Value extends string>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given)
}

function text(given: unknown): string | undefined {
  return typeof given === 'string' ? given.trim().slice(0, textMax) || undefined : undefined
}

function page(given: unknown): number | undefined {
  const number = Number(given)
  return Number.isInteger(number) && number > 1 && number <= pageMax ? number : undefined
}

function id(given: unknown): number | undefined {
  const number = Number(given)
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : undefined
}
