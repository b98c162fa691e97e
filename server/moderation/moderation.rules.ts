import type { Case, CaseDecision, CaseKind, CaseReason } from '#contract/moderation/case-schemas.ts'
import { permissionOfCase } from '#contract/records/case-kinds.ts'
import type { Actor } from '#platform/actor.ts'

export type PartyNames = { usernames: readonly string[]; claimant: readonly string[] }

export type Role = Case['role']

type Concerned = {
  kind: CaseKind
  reason: CaseReason
  userId: number | null
  openedBy: number | null
  appealedUserId: number | null
}

/** How a user takes part in a case. A staff member who is a party is only that, and does not see who reported. */
export function roleIn(actor: Actor, row: Concerned): Role | undefined {
  if (row.openedBy === actor.id) return 'opener'
  if (row.userId === actor.id) return 'author'
  return actor.permissions.has(permissionOfCase(row)) ? 'staff' : undefined
}

/** Why a staff member cannot decide a case, as a sentence. */
export function blockedReason(actor: Actor, row: Concerned): string | undefined {
  if (roleIn(actor, row) !== 'staff') return 'You take part in this case. Another user must decide it.'
  if (row.kind === 'appeal' && row.appealedUserId === actor.id && !actor.isOwner)
    return 'You made the decision that is appealed. Another user must decide the appeal.'
  return undefined
}

type Claim = { claimedBy: number | null; claimedUntil: Date | null }

/** The user who has the claim now. */
export function claimHolder({ claimedBy, claimedUntil }: Claim, now: Date): number | null {
  return claimedUntil !== null && claimedUntil > now ? claimedBy : null
}

/** The parts that a user takes in a case: the user of an appeal is opener and author. */
export function partsIn(actor: Actor, row: Concerned): ('author' | 'opener')[] {
  return [
    ...(row.openedBy === actor.id ? (['opener'] as const) : []),
    ...(row.userId === actor.id ? (['author'] as const) : []),
  ]
}

/** The decisions against the user concerned that can be appealed. */
const appealable: ReadonlySet<CaseDecision> = new Set([
  'rejected',
  'withdrawn',
  'removed',
  'text-hidden',
  'banned',
])

/** All decisions against the user concerned. */
export const decisionsAgainst: readonly CaseDecision[] = [...appealable, 'warned', 'taken-down']

export const isAppealable = (decision: CaseDecision | null) => decision !== null && appealable.has(decision)

/** Decisions that the parties cannot understand without a response. */
const explained: ReadonlySet<CaseDecision> = new Set([...appealable, 'warned', 'denied'])

export const needsResponse = (decision: CaseDecision) => explained.has(decision)

/** Returns whether a public text names a party, in any spelling that reads the same. The name of a claimant can be a short word. */
export function namesParty(text: string, { usernames, claimant }: PartyNames): boolean {
  const readable = readableText(text)
  const words = ` ${wordsOf(readable)} `
  return (
    usernames.map(readableText).some((name) => name !== '' && readable.includes(name)) ||
    claimant
      .map((name) => wordsOf(readableText(name)))
      .some((name) => name !== '' && words.includes(` ${name} `))
  )
}

/** Without invisible characters, width and case. */
function readableText(text: string): string {
  const visible = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC')
  return visible.toUpperCase().toLowerCase().normalize('NFKC')
}

const wordsOf = (text: string) =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
