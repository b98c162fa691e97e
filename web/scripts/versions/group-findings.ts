import type { ReportFinding } from '#contract/scripts/versions.ts'

/** The findings of a rule in one file: a comment and a verdict apply to all of them. */
export type FileFindings = {
  path: string
  fileSha256: string
  verdict: ReportFinding['verdict']
  comment: ReportFinding['comment']
  places: ReportFinding[]
}
export type RuleFindings = {
  rule: string
  title: string
  severity: ReportFinding['severity']
  files: FileFindings[]
}

/** In the order of the findings, which is worst first. */
export function groupFindings(findings: readonly ReportFinding[]): RuleFindings[] {
  const rules = new Map<string, RuleFindings>()
  for (const finding of findings) {
    const { rule, title, severity, path, fileSha256, verdict, comment } = finding
    const group = rules.get(rule) ?? { rule, title, severity, files: [] }
    rules.set(rule, group)
    const known = group.files.find((file) => file.path === path)
    if (known) known.places.push(finding)
    else group.files.push({ path, fileSha256, verdict, comment, places: [finding] })
  }
  return [...rules.values()]
}

export function placesOf({ files }: RuleFindings): number {
  return files.reduce((sum, { places }) => sum + places.length, 0)
}
