import type { ReportFinding } from '#contract/scripts/versions.ts'

const acceptMax = 200

/** What a version waits for: the findings of severity high that no moderator accepted, each file and rule once. */
export function findingsToAccept(
  findings: readonly Pick<ReportFinding, 'rule' | 'fileSha256' | 'severity' | 'verdict'>[],
): { rule: string; fileSha256: string }[] {
  const open = findings.filter(
    ({ severity, verdict }) => severity === 'high' && verdict?.verdict !== 'accepted',
  )
  const byKey = new Map(
    open.map(({ rule, fileSha256 }) => [`${rule} ${fileSha256}`, { rule, fileSha256 }] as const),
  )
  return [...byKey.values()].slice(0, acceptMax)
}
