import { scriptLimits } from './script-limits.ts'

/** Increases the last numeric part of a version number until no other version has it; undefined if it becomes too long. */
export function nextVersionNumber(current: string, taken: ReadonlySet<string>): string | undefined {
  for (let next = increased(current); next.length <= scriptLimits.versionMax; next = increased(next))
    if (!taken.has(next)) return next
  return undefined
}

/** A number without digits gets a part, such as beta.1. */
function increased(number: string): string {
  const [, before, digits, after] = /^(.*?)(\d+)(\D*)$/s.exec(number) ?? []
  if (digits === undefined) return `${number}.1`
  const next = String(BigInt(digits) + 1n).padStart(digits.length, '0')
  return `${before}${next}${after}`
}
