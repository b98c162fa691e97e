import type { TextKind } from '#contract/moderation/moderated-texts.ts'
import type { CaseDecision, CaseDraft } from '#contract/moderation/cases.ts'

const pageMax = 1_000_000_000
const idMax = 2_147_483_647

type PageSearch = { page?: number }
/** `appeal` opens the form for what it names: `removal-7`, `version-7`, or a text such as `profile-7`. */
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

const textKinds = ['works-report', 'profile', 'collection', 'team'] as const satisfies readonly TextKind[]

/** Invalid values become the default, and the first page has no number. */
function parsePageSearch(raw: Record<string, unknown>): PageSearch {
  const page = Number(raw['page'])
  return Number.isInteger(page) && page > 1 && page <= pageMax ? { page } : {}
}

export function parseCasesSearch(raw: Record<string, unknown>): CasesSearch {
  const { appeal } = raw
  return { ...parsePageSearch(raw), ...(typeof appeal === 'string' && appealSubject(appeal) && { appeal }) }
}

type Appealed = Omit<Extract<CaseDraft, { kind: 'appeal' }>, 'kind' | 'text' | 'banId' | 'parentId'>

/** The subject of an appeal. */
export function appealSubject(appeal: string | undefined): Appealed | undefined {
  const [, kind, digits] = /^([a-z-]+)-([1-9]\d{0,9})$/.exec(appeal ?? '') ?? []
  const id = Number(digits)
  if (kind === undefined || id > idMax) return undefined
  if (kind === 'removal') return { removalId: id }
  if (kind === 'version') return { withdrawnVersionId: id }
  const textKind = textKinds.find((value) => value === kind)
  return textKind && { hiddenText: { kind: textKind, id } }
}

export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const decision = logDecisions.find((value) => value === raw['decision'])
  return { ...parsePageSearch(raw), ...(decision && { decision }) }
}
