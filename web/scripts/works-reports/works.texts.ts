import type { WorksCounts, WorksReport } from '#contract/scripts/works-reports.ts'
import { fullNumber } from '#web/app/short-number.ts'
import type { Tone } from '#web/ui/Badge.tsx'

type Outcome = WorksReport['outcome']

export const outcomeTexts: Record<Outcome, string> = {
  works: 'Works',
  problems: 'Works with problems',
  fails: 'Does not work',
}

export const outcomeTones: Record<Outcome, Tone> = { works: 'ok', problems: 'warn', fails: 'danger' }

/** Such as “It works for 12 members, 2 have problems, for 1 it does not work.” */
export function countsText({ works, problems, fails }: WorksCounts): string {
  const parts = [
    works > 0 && `works for ${members(works)}`,
    problems > 0 && `works with problems for ${members(problems)}`,
    fails > 0 && `does not work for ${members(fails)}`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return 'No member has reported on this version yet.'
  return `It ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]}.`
}

const members = (count: number) => `${fullNumber(count)} ${count === 1 ? 'member' : 'members'}`

export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
