import { CaseDraft } from '#contract/moderation/cases.ts'
import type { TextKind } from '#contract/moderation/moderated-texts.ts'
import type { Evidence } from '#contract/moderation/cases.ts'

/** A script, a version or a user. */
export type ReportSubject = ({ scriptId: number } | { versionId: number } | { userId: number }) & {
  /** In the title of the dialog. */
  name: string
  /** A line of the version, which the report names as evidence. */
  place?: { path: string; line: number | null }
  /** A path of this site, which the report names as evidence. */
  path?: string
  /** The text on this path. */
  textKey?: { kind: TextKind; id: number }
}
export type ReportForm = { reason: string; text: string; links: string }
export type ReportProblems = Partial<Record<keyof ReportForm, string>>

export const emptyReport: ReportForm = { reason: '', text: '', links: '' }
export const reportFields = ['reason', 'text', 'links'] as const

/** One link in each line. */
function draftOf({ reason, text, links }: ReportForm, subject: ReportSubject): unknown {
  const { name: _, place, path, textKey, ...id } = subject
  const urls = links.split('\n').map((line) => line.trim())
  const evidence: Evidence[] = urls.filter(Boolean).map((url) => ({ url }))
  if (place) evidence.unshift(place)
  if (path !== undefined)
    evidence.unshift({ url: `${window.location.origin}${path}`, ...(textKey && { text: textKey }) })
  return {
    kind: 'report',
    ...id,
    reason,
    text,
    evidence,
  }
}

/** The draft to send, or what to correct in the form. */
export function checkReport(
  form: ReportForm,
  subject: ReportSubject,
): { draft: CaseDraft } | { problems: ReportProblems } {
  const { data, error } = CaseDraft.safeParse(draftOf(form, subject))
  if (data) return { draft: data }
  const messages = error.issues.map(({ path, message }): [string, string] => [String(path[0]), message])
  return { problems: problemsOf(messages) }
}

/** Names of fields may lead further, as `evidence.0.url`. The first message of each is shown. */
export function problemsOf(messages: readonly (readonly [field: string, message: string])[]): ReportProblems {
  const problems: ReportProblems = {}
  for (const [field, message] of messages) {
    const [top] = field.split('.')
    const formField = reportFields.find((known) => known === (top === 'evidence' ? 'links' : top))
    if (formField) problems[formField] ??= message
  }
  return problems
}
