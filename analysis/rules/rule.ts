import type { Event, EventKind } from '#analysis/flow/events.ts'
import type { Program } from '#analysis/program.ts'
import type { Member, Resource } from '#analysis/report/archive.ts'

/** The worst first. */
export const severities = ['high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]
export type Finding = {
  severity: Severity
  detail?: string | undefined
  /** Where in the file it is, if that is not where the event is. */
  start?: number
}

/** A finding in a text. */
export type Found = {
  rule: string
  severity: Severity
  /** Less than 0: about the file as a whole. */
  start: number
  line: number
  detail: string | null
  /** What the program does there: findings of one act are one finding. */
  act?: string | undefined
  isInComment?: boolean
}

/** Code that a rule finds or does not find. `^` in front of a line marks where; the server runs it unless it says so. */
export type Example = { language: 'lua' | 'js'; side?: 'server' | 'client' | 'page'; text: string }

export type Rule = {
  id: string
  /** One step lower where the code runs on the client or in a page only. */
  isLowerOnClient?: true
  /** It gets each event of these kinds. */
  on?: readonly EventKind[]
  test?: (event: Event, program: Program) => Finding | readonly Finding[] | undefined
  /** It looks at each file of an archive, and at each resource. */
  onMember?: (
    member: Member,
    context: { text: string | undefined; blocked: readonly string[] },
  ) => Finding | undefined
  onResource?: (
    resource: Resource,
    context: {
      names: readonly string[]
      /** Those that are unchanged parts of the server. */
      serverParts: readonly string[]
      isParsed: boolean
      isUnchanged: boolean
    },
  ) => Finding | readonly Finding[] | undefined
  examples?: { found: readonly Example[]; notFound: readonly Example[] }
}

/** What a rule returned, as a list. */
export const listOf = (result: Finding | readonly Finding[] | undefined): readonly Finding[] =>
  result === undefined ? [] : 'severity' in result ? [result] : result

export const defineRule = (rule: Rule): Rule => rule
export const lua = (text: string, side?: Example['side']): Example => ({
  language: 'lua',
  text,
  ...(side && { side }),
})
export const js = (text: string, side?: Example['side']): Example => ({
  language: 'js',
  text,
  ...(side && { side }),
})

export const high = (detail?: string): Finding => ({ severity: 'high', detail })
export const medium = (detail?: string): Finding => ({ severity: 'medium', detail })
export const low = (detail?: string): Finding => ({ severity: 'low', detail })
