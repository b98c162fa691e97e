import type { RuleId } from '#contract/rules.ts'

/**
 * Rules that say the same of a line, the most specific first: the values of a program become known round by round, so
 * that a line where the code was unknown at first has a finding of both.
 */
const families: readonly (readonly RuleId[])[] = [
  ['runs-downloaded-code', 'runs-text-from-outside', 'decoder', 'bytecode', 'runs-computed-code'],
  ['sends-data', 'secret-and-http'],
  ['functions-in-list', 'http-alias'],
  ['obfuscated', 'minified'],
]

const severities = ['low', 'medium', 'high']
type Located = { rule: RuleId; severity: string; place: { line: number } }

/** One line has one finding of a family; it is never a milder one. */
export function mostSpecific<Finding extends Located>(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>()
  const isKept = (finding: Finding, family: number) => kept.get(`${family} ${finding.place.line}`) === finding
  for (const finding of findings) {
    const family = familyOf(finding)
    const key = `${family} ${finding.place.line}`
    const other = kept.get(key)
    if (!other || rank(finding, family) > rank(other, family)) kept.set(key, finding)
  }
  return findings.filter((finding) => {
    const family = familyOf(finding)
    return family < 0 || isKept(finding, family)
  })
}

function familyOf({ rule }: Located): number {
  return families.findIndex((family) => family.includes(rule))
}

function rank({ rule, severity }: Located, family: number): number {
  return severities.indexOf(severity) * 100 - (families[family]?.indexOf(rule) ?? 0)
}
