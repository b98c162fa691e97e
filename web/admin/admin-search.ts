import type { Activity } from '#contract/records/activities.ts'
import { cutText } from '#contract/platform/cut-text.ts'

const textMax = 100
const pageMax = 1_000_000_000

// Repeated here, because importing the contract's lists adds its schemas to the first load of every page.
const activityTypes: readonly Activity['type'][] = ['user', 'script', 'partner', 'system', 'warning']
const activityStatuses: readonly Activity['status'][] = ['info', 'success', 'warning', 'error']
const activityTargets = ['script', 'user', 'group', 'partner', 'category', 'style', 'system'] as const
export const userColumns = ['created_at', 'username', 'scripts', 'downloads', 'reputation'] as const
export const userStatuses = ['active', 'inactive', 'suspended', 'under_review', 'banned'] as const
export const userAges = ['day', 'week', 'month', 'year', 'older'] as const
export const scriptStates = ['published', 'waiting', 'rejected', 'withdrawn', 'removed'] as const
export const reportStates = ['high', 'medium', 'low', 'none', 'failed', 'waiting'] as const
export const caseFilters = ['any', 'review', 'report', 'appeal', 'takedown'] as const
export const scriptSorts = ['updated', 'downloads', 'reports'] as const
const userTabs = ['notes', 'same-ip', 'history'] as const
export type UserTab = (typeof userTabs)[number]

type Raw = Record<string, unknown>
type Parsers = Record<string, (value: unknown) => unknown>
type SearchOf<Fields extends Parsers> = { [Name in keyof Fields]?: ReturnType<Fields[Name]> }

/**
 * Unknown and invalid search parameters are dropped, because users edit URLs. Defaults are dropped too, so that each
 * state of a screen has one URL.
 */
function parserOf<Fields extends Parsers>(fields: Fields): (raw: Raw) => SearchOf<Fields>
function parserOf(fields: Parsers) {
  return (raw: Raw) =>
    Object.fromEntries(Object.entries(fields).map(([name, parse]) => [name, parse(raw[name])]))
}

export const parseDashboardSearch = parserOf({ period: numberOf([7, 90]) })

export const parseAnalyticsSearch = parserOf({ period: numberOf([7, 90, 365]) })

export type UserSearch = ReturnType<typeof parseUserSearch>
export const parseUserSearch = parserOf({
  q: text,
  role: oneOf(['admin', 'user']),
  status: oneOf(userStatuses),
  /** The id of a group. */
  group: id,
  verified: oneOf(['yes', 'no']),
  age: oneOf(userAges),
  /** A whole IP, or a network with a slash. */
  ip: matching(/^[\da-f.:]{2,45}(?:\/\d{1,3})?$/i),
  sort: oneOf(userColumns),
  order: oneOf(['asc']),
  page,
  /** The id of the user whose dialog is open. */
  user: id,
  /** The tab that the dialog opens with. */
  tab: oneOf(userTabs),
})

export type BulkActSearch = ReturnType<typeof parseBulkActSearch>
/** `act` is the id of the only act that is shown. */
export const parseBulkActSearch = parserOf({ act: id, page })

export type ScriptSearch = ReturnType<typeof parseScriptSearch>
export const parseScriptSearch = parserOf({
  q: text,
  state: oneOf(scriptStates),
  category: text,
  author: text,
  severity: oneOf(reportStates),
  cases: oneOf(caseFilters),
  sort: oneOf(scriptSorts),
  page,
  /** The id of the script whose panel is open. */
  script: id,
})

export type ActivitySearch = ReturnType<typeof parseActivitySearch>
export const parseActivitySearch = parserOf({
  type: oneOf(activityTypes),
  status: oneOf(activityStatuses),
  usage: oneOf(['shown']),
  user: text,
  action: text,
  target_type: oneOf(activityTargets),
  target_id: id,
  page,
})

export type ModerationSearch = ReturnType<typeof parseModerationSearch>
const parseCaseFilters = parserOf({
  /** Reviews, if it is missing. */
  kind: oneOf(['report', 'appeal', 'takedown']),
  state: oneOf(['closed']),
  claimed: oneOf(['me', 'none']),
  rule: matching(/^[a-z][a-z0-9-]{0,59}$/),
  author: text,
  page,
})

/** Only open cases are filtered by rule. */
export function parseModerationSearch(raw: Raw) {
  return parseCaseFilters(raw['state'] === 'closed' ? { ...raw, rule: undefined } : raw)
}

export type BlocklistSearch = ReturnType<typeof parseBlocklistSearch>
export const parseBlocklistSearch = parserOf({
  q: text,
  kind: oneOf(['archive', 'file', 'host', 'text']),
  page,
})

export type ModeratedTextSearch = ReturnType<typeof parseModeratedTextSearch>
export const parseModeratedTextSearch = parserOf({
  kind: oneOf(['profile', 'collection', 'team']),
  state: oneOf(['hidden']),
  author: text,
  page,
})

export type StyleSearch = ReturnType<typeof parseStyleSearch>
export const parseStyleSearch = parserOf({ tab: oneOf(['assignments']), q: text })

function oneOf<const Value extends string>(values: readonly Value[]) {
  return (value: unknown): Value | undefined => values.find((known) => known === value)
}

function numberOf<const Value extends number>(values: readonly Value[]) {
  return (value: unknown): Value | undefined => values.find((known) => String(known) === String(value))
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? cutText(value.trim(), textMax) || undefined : undefined
}

function matching(pattern: RegExp) {
  return (value: unknown): string | undefined => {
    const parsed = text(value)
    return parsed !== undefined && pattern.test(parsed) ? parsed : undefined
  }
}

function page(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 1 && number <= pageMax ? number : undefined
}

function id(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : undefined
}
