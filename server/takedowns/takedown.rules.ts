import type { TakedownStatus } from '#contract/takedowns.ts'

/** The id of the case. */
export const caseIdOf = (number: string) => Number(number.slice('DMCA-'.length))

/** The id of the script that a URL names; undefined for a URL of another site. */
export function scriptIdOf(url: string, publicUrl: string): number | undefined {
  const parsed = URL.parse(url, publicUrl)
  if (!parsed) return undefined
  const { origin, pathname } = parsed
  const id = Number(/^\/scripts\/(\d{1,10})(?:\/|$)/i.exec(pathname)?.[1])
  return origin === publicUrl && id >= 1 && id <= 2_147_483_647 ? id : undefined
}

type Decided = { state: 'open' | 'closed'; decision: string | null }

/** A counter-notice opens the case again and leaves its decision. */
export function stateOf({ state, decision }: Decided): TakedownStatus['state'] {
  if (decision === 'taken-down') return state === 'open' ? 'counter-notice' : 'taken-down'
  if (decision === 'restored') return 'restored'
  return decision === 'denied' ? 'denied' : 'received'
}

/** The decisions that staff can make now. */
export function possibleDecisions(row: Decided): readonly string[] {
  return stateOf(row) === 'counter-notice' ? ['taken-down', 'restored'] : ['taken-down', 'denied']
}

export const isTakenDown = ({ takenDownAt, restoredAt }: Record<'takenDownAt' | 'restoredAt', Date | null>) =>
  takenDownAt !== null && restoredAt === null
