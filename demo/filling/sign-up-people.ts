import { authApi, type SignedIn } from '#contract/auth.ts'
import { ensureFirstOwner } from '#server/auth/auth.public.ts'
import { changeMembership } from '#server/groups/groups.public.ts'

import { demoPassword, people, type DemoPerson } from '../people.ts'
import type { Filling } from './fill.ts'
import { selectGroupIds, selectUsernames } from './history.queries.ts'

type Member = { id: number; token: string; hasAvatar: boolean }
/** By username. */
export type Members = ReadonlyMap<string, Member>

/** Everybody registers, or signs in again; then the owner gives them their groups. */
export async function signUpPeople(filling: Filling, advance: () => void): Promise<Members> {
  const { hub, signal } = filling
  await ensureFirstOwner(hub)
  const known = await selectUsernames(hub.db)
  const groupIds = await selectGroupIds(hub.db)
  const members = new Map<string, Member>()
  let ownerId: number | undefined
  for (const person of people) {
    signal.throwIfAborted()
    const { accessToken, user } = await enter(filling, person, known.has(person.username))
    members.set(person.username, { id: user.id, token: accessToken, hasAvatar: user.avatar_url !== null })
    ownerId ??= user.id
    const groupId = groupIds.get(person.group)
    if (groupId !== undefined && person.group !== 'owner' && person.group !== 'member')
      await changeMembership(hub, { id: ownerId }, { userId: user.id, groupId, action: 'add' })
    advance()
  }
  return members
}

async function enter(
  { visit }: Filling,
  { username, email }: DemoPerson,
  isKnown: boolean,
): Promise<SignedIn> {
  const password = demoPassword
  if (!isKnown) return visit(authApi.register, { body: { username, email, password } })
  const answer = await visit(authApi.login, { body: { email, password } })
  if ('accessToken' in answer) return answer
  throw new Error(`${username} has two-factor authentication on: turn it off to go on filling`)
}
