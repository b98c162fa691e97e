import { takedownLimits, type TakedownStatus } from '#contract/moderation/takedowns.ts'
import { after, day } from '#platform/clock.ts'

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

/** Addresses that a provider delivers to one mailbox: upper case, what follows a plus sign, and dots at Gmail. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const [local = ''] = name.split('+')
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`
}

type Decided = { state: 'open' | 'closed'; decision: string | null }

/** A counter-notice opens the case again and leaves its decision. */
export function stateOf({ state, decision }: Decided): TakedownStatus['state'] {
  if (state === 'open') return decision === null ? 'received' : 'counter-notice'
  return decision === 'taken-down' || decision === 'restored' ? decision : 'denied'
}

/** As its sender sees it: what is hidden for one of several uploaders stays taken down. */
export function statusOf(row: Decided, scripts: readonly Held[]): TakedownStatus['state'] {
  return stateOf(row) === 'restored' && scripts.some(isTakenDown) ? 'taken-down' : stateOf(row)
}

/** The decisions that staff can make now. */
export function possibleDecisions(row: Decided): readonly string[] {
  return stateOf(row) === 'counter-notice' ? ['taken-down', 'restored'] : ['taken-down', 'denied']
}

type Held = Record<'takenDownAt' | 'restoredAt', Date | null>

/** When the scripts of a user may be restored without a reason; null while the user sent no counter-notice. */
export function restorableAt(
  counters: readonly { userId: number; createdAt: Date }[],
  userId: number,
): Date | null {
  const counter = counters.find((sent) => sent.userId === userId)
  return counter ? after(counter.createdAt, takedownLimits.counterDays * day) : null
}

export const isTakenDown = ({ takenDownAt, restoredAt }: Held) => takenDownAt !== null && restoredAt === null
