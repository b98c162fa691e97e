import type { Side } from '#contract/manifest/find-sides.ts'
import type { RuleId } from '#contract/rules.ts'

/** Code that a rule finds, and similar code that it does not find. `^` in front of a line marks where. */
export interface Fixture {
  rule: RuleId
  language: 'lua' | 'js'
  side?: Side
  found: string
  notFound: string
}

export const lua = (rule: RuleId, found: string, notFound: string, side: Side = 'server'): Fixture => ({
  rule,
  language: 'lua',
  side,
  found,
  notFound,
})
export const js = (rule: RuleId, found: string, notFound: string, side: Side = 'server'): Fixture => ({
  ...lua(rule, found, notFound, side),
  language: 'js',
})
