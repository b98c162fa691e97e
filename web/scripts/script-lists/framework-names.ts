import { frameworkNames as names } from '#contract/archives/manifest/framework-names.ts'
import type { Framework } from '#contract/scripts/script-limits.ts'
import type { ScriptSummary } from '#contract/scripts/scripts.ts'

export const frameworkNames = {
  ...names,
  standalone: 'Standalone',
} as const satisfies Record<Framework, string>

export function frameworkNamesOf({ frameworks = [] }: Pick<ScriptSummary, 'frameworks'>): string[] {
  return Object.entries(frameworkNames).flatMap(([word, name]) => (frameworks.includes(word) ? [name] : []))
}
