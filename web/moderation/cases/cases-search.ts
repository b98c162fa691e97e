import type { CaseDecision } from '#contract/moderation/cases.ts'

const pageMax = 1_000_000_000
const idMax = 2_147_483_647

type PageSearch = { page?: number }
/** `appeal` opens the form for what it names: `removal-7` or `version-7`. */
export type CasesSearch = PageSearch & { appeal?: string }
export type LogSearch = PageSearch & { decision?: CaseDecision }

// Repeated here, because importing the contract's list adds its schemas to the code of every lazy page.
export const logDecisions: readonly CaseDecision[] = [
  'published',
  'rejected',
  'dismissed',
  'warned',
  'withdrawn',
  'removed',
  'text-hidden',
  'banned',
  'granted',
  'denied',
  'taken-down',
  'restored',
]

/** Invalid values become the default, and the first page has no number. */
function parsePageSearch(raw: Record<string, unknown>): PageSearch {
  const page = Number(raw['page'])
  return Number.isInteger(page) && page > 1 && page <= pageMax ? { page } : {}
}

export function parseCasesSearch(raw: Record<string, unknown>): CasesSearch {
  const { appeal } = raw
  return { ...parsePageSearch(raw), ...(typeof appeal === 'string' && appealSubject(appeal) && { appeal }) }
}

/** The subject of an appeal. */
export function appealSubject(
  appeal: string | undefined,
): { removalId: number } | { withdrawnVersionId: number } | undefined {
  const [, kind, digits] = /^(removal|version)-([1-9]\d{0,9})$/.exec(appeal ?? '') ?? []
  const id = Number(digits)
  if (kind === undefined || id > idMax) return undefined
  return kind === 'removal' ? { removalId: id } : { withdrawnVersionId: id }
}

export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const decision = logDecisions.find((value) => value === raw['decision'])
  return { ...parsePageSearch(raw), ...(decision && { decision }) }
}
