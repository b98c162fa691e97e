/** Rules that say the same of a line, the most specific first. */
const families: readonly (readonly string[])[] = [
  ['runs-downloaded-code', 'runs-text-from-outside', 'decoder', 'bytecode', 'runs-computed-code'],
  ['secret-and-http', 'sends-data'],
  ['functions-in-list', 'http-alias'],
  ['obfuscated', 'minified'],
]
const severities = ['low', 'medium', 'high']
type Located = { rule: string; severity: string; line: number }

/** One line has one finding of a rule and one of a family; it is never a milder one. */
export function mostSpecific<Finding extends Located>(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>()
  for (const finding of findings) {
    const key = keyOf(finding)
    const other = kept.get(key)
    if (!other || rank(finding) > rank(other)) kept.set(key, finding)
  }
  return findings.filter((finding) => kept.get(keyOf(finding)) === finding)
}

function keyOf({ rule, line }: Located): string {
  const family = families.findIndex((rules) => rules.includes(rule))
  return `${family < 0 ? rule : family} ${line}`
}

function rank({ rule, severity }: Located): number {
  const family = families.find((rules) => rules.includes(rule))
  return severities.indexOf(severity) * 100 - (family?.indexOf(rule) ?? 0)
}
