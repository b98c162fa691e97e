import type { ResolvedScript } from '#contract/scripts/resolve.ts'
import { paint } from '#cli/terminal/output.ts'

/** What the report of a version says, in one line. */
export function findingsText({ analysis, counts, accepted }: ResolvedScript): string {
  if (analysis !== 'done') return paint.yellow('not scanned yet')
  const parts = (['high', 'medium', 'low'] as const).flatMap((severity) =>
    counts[severity] === 0 ? [] : [`${counts[severity]} ${severity}`],
  )
  const text = parts.length === 0 ? 'no findings' : `findings: ${parts.join(', ')}`
  const painted = counts.high > 0 ? paint.red(text) : counts.medium > 0 ? paint.yellow(text) : text
  return accepted === 0 ? painted : `${painted} (${accepted} accepted by moderators)`
}

const namesMax = 5

/** `a, b, and c`; the first five of more. */
export function listOf(names: readonly string[]): string {
  const more = names.length - namesMax
  const listed = more > 1 ? [...names.slice(0, namesMax), `${more} more`] : names
  return new Intl.ListFormat('en').format(listed)
}
