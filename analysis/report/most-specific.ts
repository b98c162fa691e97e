import { codeRules } from '#analysis/rules/all.ts'
import { severities, type Severity } from '#analysis/rules/rule.ts'

/** Rules that say the same of a line. */
const families: readonly (readonly string[])[] = [
  ['runs-downloaded-code', 'runs-text-from-outside', 'decoder', 'bytecode', 'runs-computed-code'],
  ['secret-and-http', 'sends-data'],
  ['obfuscated', 'minified'],
]
const order = new Map(codeRules.map(({ id }, index) => [id, index]))
type Located = { rule: string; severity: Severity; line: number; act?: string | undefined }

/** An act has one finding, a line one of a rule and one of a family; it is never a milder one. */
export function mostSpecific<Finding extends Located>(findings: readonly Finding[]): Finding[] {
  const ofActs = bestOf(findings, (finding) => finding.act ?? keyOfLine(finding))
  return bestOf(ofActs, keyOfLine)
}

function bestOf<Finding extends Located>(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): Finding[] {
  const kept = new Map<string, Finding>()
  for (const finding of findings) {
    const key = keyOf(finding)
    const other = kept.get(key)
    if (!other || rank(finding) > rank(other)) kept.set(key, finding)
  }
  return findings.filter((finding) => kept.get(keyOf(finding)) === finding)
}

function keyOfLine({ rule, line }: Located): string {
  const family = families.findIndex((rules) => rules.includes(rule))
  return `${family < 0 ? rule : family} ${line}`
}

function rank({ rule, severity }: Located): number {
  return -severities.indexOf(severity) * codeRules.length - (order.get(rule) ?? 0)
}
