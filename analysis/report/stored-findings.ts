import { severities, type Severity } from '#analysis/rules/rule.ts'

type Sortable = { rule: string; severity: Severity; isInComment: boolean }

const findingsMax = 200
/** A file of which not all was read may hide what a finding of severity high would say. */
export const unreadRules: ReadonlySet<string> = new Set(['does-not-parse', 'not-fully-read'])

/** The worst ones first, and in any case one that says that a file was not read: no number of others may hide it. */
export function storedFindings<Finding extends Sortable>(findings: readonly Finding[]): Finding[] {
  const sorted = findings.toSorted(byImportance)
  const stored = [...sorted].slice(0, findingsMax)
  const unread = sorted.find(({ rule }) => unreadRules.has(rule))
  return unread === undefined || stored.some(({ rule }) => unreadRules.has(rule))
    ? stored
    : [...stored.slice(0, -1), unread]
}

function byImportance(left: Sortable, right: Sortable): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    Number(left.isInComment) - Number(right.isInComment)
  )
}
