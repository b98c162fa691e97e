import type { ReportFinding } from '#contract/scripts/versions.ts'

const order: readonly ReportFinding['severity'][] = ['high', 'medium', 'low']

/** The file and line of the worst finding that no moderator accepted. */
export function placeOf(
  findings: readonly Pick<ReportFinding, 'path' | 'line' | 'severity' | 'verdict'>[],
): string | undefined {
  const open = findings.filter(({ verdict }) => verdict?.verdict !== 'accepted')
  const worst = open.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))[0]
  return worst && (worst.line === null ? worst.path : `${worst.path}:${worst.line}`)
}

/** Without a place the text shows where to write one. */
export function fillPlace(text: string, place: string | undefined): string {
  return text.replaceAll('{place}', place ?? '[file and line]')
}
