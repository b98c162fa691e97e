import type { CaseDecision } from '#contract/cases.ts'

const pageMax = 1_000_000_000

export type CasesSearch = { page?: number }
export type LogSearch = CasesSearch & { decision?: CaseDecision }

// Repeated here, because importing the contract's list adds its schemas to the code of every lazy page.
export const logDecisions: readonly CaseDecision[] = [
  'published',
  'rejected',
  'dismissed',
  'warned',
  'withdrawn',
  'removed',
  'banned',
  'granted',
  'denied',
  'taken-down',
  'restored',
]

/** Invalid values become the default, and the first page has no number. */
export function parseCasesSearch(raw: Record<string, unknown>): CasesSearch {
  const page = Number(raw['page'])
  return Number.isInteger(page) && page > 1 && page <= pageMax ? { page } : {}
}

export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const decision = logDecisions.find((one) => one === raw['decision'])
  return { ...parseCasesSearch(raw), ...(decision && { decision }) }
}
