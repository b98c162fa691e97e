import type { Activity } from '#contract/records/activities.ts'
import { cutText } from '#contract/platform/cut-text.ts'

const textMax = 100
const pageMax = 1_000_000_000

export const dashboardPeriods = [7, 30, 90] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]
// Repeated here, because importing the contract's lists adds its schemas to the first load of every page.
const activityTypes: readonly Activity['type'][] = ['user', 'script', 'partner', 'system', 'warning']
const activityStatuses: readonly Activity['status'][] = ['info', 'success', 'warning', 'error']
const activityTargets = ['script', 'user', 'group', 'partner', 'category', 'style', 'system'] as const
export const userColumns = ['created_at', 'username', 'scripts', 'downloads', 'reputation'] as const
export const userStatuses = ['active', 'inactive', 'suspended', 'under_review', 'banned'] as const
export const userAges = ['day', 'week', 'month', 'year', 'older'] as const

/*
 * Unknown and invalid search parameters are dropped, because users edit URLs. Defaults are dropped too, so that each
 * state of a screen has one URL.
 */

export function parseDashboardSearch(raw: Record<string, unknown>): { period?: 7 | 90 | undefined } {
  return { period: ([7, 90] as const).find((period) => String(period) === String(raw['period'])) }
}

export function parseAnalyticsSearch(raw: Record<string, unknown>): { period?: 7 | 90 | 365 | undefined } {
  return { period: ([7, 90, 365] as const).find((period) => String(period) === String(raw['period'])) }
}

export type UserSearch = {
  q?: string | undefined
  role?: 'admin' | 'user' | undefined
  status?: (typeof userStatuses)[number] | undefined
  /** The id of a group. */
  group?: number | undefined
  verified?: 'yes' | 'no' | undefined
  age?: (typeof userAges)[number] | undefined
  /** A whole IP, or a network with a slash. */
  ip?: string | undefined
  sort?: (typeof userColumns)[number] | undefined
  order?: 'asc' | undefined
  page?: number | undefined
  /** The id of the user whose dialog is open. */
  user?: number | undefined
  /** The tab that the dialog opens with. */
  tab?: UserTab | undefined
}

const userTabs = ['notes', 'same-ip', 'history'] as const
export type UserTab = (typeof userTabs)[number]

export function parseUserSearch(raw: Record<string, unknown>): UserSearch {
  return {
    q: text(raw['q']),
    role: oneOf(['admin', 'user'], raw['role']),
    status: oneOf(userStatuses, raw['status']),
    group: id(raw['group']),
    verified: oneOf(['yes', 'no'], raw['verified']),
    age: oneOf(userAges, raw['age']),
    ip: ip(raw['ip']),
    sort: oneOf(userColumns, raw['sort']),
    order: oneOf(['asc'], raw['order']),
    page: page(raw['page']),
    user: id(raw['user']),
    tab: oneOf(userTabs, raw['tab']),
  }
}

export type BulkActSearch = {
  /** The id of the only act that is shown. */
  act?: number | undefined
  page?: number | undefined
}

export function parseBulkActSearch(raw: Record<string, unknown>): BulkActSearch {
  return { act: id(raw['act']), page: page(raw['page']) }
}

// Repeated here for the same reason.
export const scriptStates = ['published', 'waiting', 'rejected', 'withdrawn', 'removed'] as const
export const reportStates = ['high', 'medium', 'low', 'none', 'failed', 'waiting'] as const
export const caseFilters = ['any', 'review', 'report', 'appeal', 'takedown'] as const
export const scriptSorts = ['updated', 'downloads', 'reports'] as const

export type ScriptSearch = {
  q?: string | undefined
  state?: (typeof scriptStates)[number] | undefined
  category?: string | undefined
  author?: string | undefined
  severity?: (typeof reportStates)[number] | undefined
  cases?: (typeof caseFilters)[number] | undefined
  sort?: (typeof scriptSorts)[number] | undefined
  page?: number | undefined
  /** The id of the script whose panel is open. */
  script?: number | undefined
}

export function parseScriptSearch(raw: Record<string, unknown>): ScriptSearch {
  return {
    q: text(raw['q']),
    state: oneOf(scriptStates, raw['state']),
    category: text(raw['category']),
    author: text(raw['author']),
    severity: oneOf(reportStates, raw['severity']),
    cases: oneOf(caseFilters, raw['cases']),
    sort: oneOf(scriptSorts, raw['sort']),
    page: page(raw['page']),
    script: id(raw['script']),
  }
}

export type ActivitySearch = {
  type?: Activity['type'] | undefined
  status?: Activity['status'] | undefined
  usage?: 'shown' | undefined
  user?: string | undefined
  action?: string | undefined
  target_type?: (typeof activityTargets)[number] | undefined
  target_id?: number | undefined
  page?: number | undefined
}

export function parseActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  return {
    type: oneOf(activityTypes, raw['type']),
    status: oneOf(activityStatuses, raw['status']),
    usage: oneOf(['shown'], raw['usage']),
    user: text(raw['user']),
    action: text(raw['action']),
    target_type: oneOf(activityTargets, raw['target_type']),
    target_id: id(raw['target_id']),
    page: page(raw['page']),
  }
}

export type ModerationSearch = {
  /** Reviews, if it is missing. */
  kind?: 'report' | 'appeal' | 'takedown' | undefined
  state?: 'closed' | undefined
  claimed?: 'me' | 'none' | undefined
  /** For open cases. */
  rule?: string | undefined
  author?: string | undefined
  page?: number | undefined
}

export function parseModerationSearch(raw: Record<string, unknown>): ModerationSearch {
  return {
    kind: oneOf(['report', 'appeal', 'takedown'], raw['kind']),
    state: oneOf(['closed'], raw['state']),
    claimed: oneOf(['me', 'none'], raw['claimed']),
    rule: raw['state'] === 'closed' ? undefined : ruleId(raw['rule']),
    author: text(raw['author']),
    page: page(raw['page']),
  }
}

export const blocklistKinds = ['archive', 'file', 'host', 'text'] as const
export type BlocklistSearch = {
  q?: string | undefined
  kind?: (typeof blocklistKinds)[number] | undefined
  page?: number | undefined
}

export function parseBlocklistSearch(raw: Record<string, unknown>): BlocklistSearch {
  return { q: text(raw['q']), kind: oneOf(blocklistKinds, raw['kind']), page: page(raw['page']) }
}

export type ModeratedTextSearch = {
  kind?: 'profile' | 'collection' | 'team' | undefined
  state?: 'hidden' | undefined
  author?: string | undefined
  page?: number | undefined
}

export function parseModeratedTextSearch(raw: Record<string, unknown>): ModeratedTextSearch {
  return {
    kind: oneOf(['profile', 'collection', 'team'], raw['kind']),
    state: oneOf(['hidden'], raw['state']),
    author: text(raw['author']),
    page: page(raw['page']),
  }
}

export type StyleSearch = { tab?: 'assignments' | undefined; q?: string | undefined }

export function parseStyleSearch(raw: Record<string, unknown>): StyleSearch {
  return { tab: oneOf(['assignments'], raw['tab']), q: text(raw['q']) }
}

export function parseTextSearch(raw: Record<string, unknown>): { q?: string | undefined } {
  return { q: text(raw['q']) }
}

function oneOf<const Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? cutText(value.trim(), textMax) || undefined : undefined
}

function ruleId(value: unknown): string | undefined {
  const rule = text(value)
  return rule !== undefined && /^[a-z][a-z0-9-]{0,59}$/.test(rule) ? rule : undefined
}

function page(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 1 && number <= pageMax ? number : undefined
}

function id(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : undefined
}

function ip(value: unknown): string | undefined {
  const address = text(value)
  return address !== undefined && /^[\da-f.:]{2,45}(?:\/\d{1,3})?$/i.test(address) ? address : undefined
}
