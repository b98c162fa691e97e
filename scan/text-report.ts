import { capabilityKinds } from '#contract/archives/analysis.ts'
import { rules } from '#contract/archives/rules.ts'
import { terminalText } from '#platform/storable-text.ts'
import type { AnalysisResult } from '#server/archives/analyse/analysis-result.ts'

import { countText } from './count-text.ts'

const titles = new Map<string, string>(rules.map(({ id, title }) => [id, title]))
const severities = ['high', 'medium', 'low'] as const

/** The report for a terminal. Texts of the files are shown without control characters. */
export function textReport(report: AnalysisResult, links: readonly string[] = []): string {
  const { counts, contents, resources, resourcesTotal, findings } = report
  const total = counts.high + counts.medium + counts.low
  const lines = [
    `${countText(contents.files, 'file')}, ${resourcesTotal === 0 ? 'no resource' : `${countText(resourcesTotal, 'resource')}: ${resources.map(({ name }) => name || '(this folder)').join(', ')}`}`,
    total === 0
      ? 'No known suspicious patterns. A clean report does not mean that the files are safe.'
      : `${countText(total, 'finding')}: ${severities.map((severity) => `${counts[severity]} ${severity}`).join(', ')}`,
  ]
  for (const { severity, side, rule, path, line, detail, excerpt } of findings)
    lines.push(
      '',
      `${severity.toUpperCase()}  ${titles.get(rule) ?? rule}  [${rule}]${side === 'none' ? '' : `  ${side}`}`,
      `  ${path}${line === null ? '' : `:${line}`}${detail === null ? '' : `  ${detail}`}`,
      ...(excerpt === '' ? [] : [`    ${excerpt}`]),
    )
  if (total > findings.length) lines.push('', `Not listed: ${countText(total - findings.length, 'finding')}.`)
  const facts = capabilityKinds.flatMap((kind) => report.capabilities.filter((fact) => fact.kind === kind))
  if (facts.length > 0) lines.push('', 'What the code does:')
  for (const { kind, side, count, values } of facts)
    lines.push(`  ${kind} (${side}): ${count}${values.length > 0 ? ` – ${values.join(', ')}` : ''}`)
  if (contents.notReadTotal > 0) lines.push('', 'Not read:')
  for (const { path, why } of contents.notRead) lines.push(`  ${path}: ${why}`)
  if (links.length > 0) lines.push('', `Links that were not followed: ${links.join(', ')}`)
  return `${terminalText(lines.join('\n'))}\n`
}
