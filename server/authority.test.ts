import { isDeepStrictEqual } from 'node:util'

import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  option,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'

import { after, hour } from '#platform/clock.ts'

import { buildWorld, doAct, expectedState, inPassingWorld, stateOf } from './testing-authority-world.ts'
import {
  decide,
  groupsOf,
  keys,
  powers,
  rungOf,
  type Act,
  type Key,
  type Model,
} from './testing-authority.ts'
import { startTestHub } from './testing.ts'

/** A few hundred by default, more by AUTHORITY_WORLDS. */
const worlds = Number(process.env.AUTHORITY_WORLDS ?? 250)
const start = new Date('2026-06-15T12:00:00Z')
const hub = await startTestHub()

const place = nat({ max: 4 })
/** The first two of a world stand low: what is tried on them is allowed more often. */
const whom = oneof(nat({ max: 1 }), nat({ max: 1 }), place)
const priority = constantFrom(0, 10, 10, 50, 50, 500, 9_999)
/** Often enough to act by, and often short of something that could be handed on. */
const held = oneof(
  constant<Key[]>([...keys]),
  subarray<Key>([...keys]),
  subarray<Key>(['admin.users.ban', 'scripts.upload']).map((more): Key[] => [
    'admin.system.access',
    'admin.users.edit.groups',
    'admin.groups.manage',
    ...more,
  ]),
)
const someGroup = record({ priority, keys: held, isDefault: constant(false) })
const hours = option(constantFrom(1, 5))
const door = constantFrom('user' as const, 'group' as const)
const act: Arbitrary<Act> = oneof(
  record({ kind: constant('add' as const), actor: place, target: whom, group: place, door, hours }),
  record({ kind: constant('extend' as const), actor: place, target: whom, group: place, hours }),
  record({ kind: constant('remove' as const), actor: place, target: whom, group: place, door }),
  record({
    kind: constant('create' as const),
    actor: place,
    group: record({ priority, keys: held, isDefault: boolean() }),
  }),
  record({
    kind: constant('edit' as const),
    actor: place,
    group: place,
    change: record({ priority, keys: held, isDefault: boolean() }, { requiredKeys: [] }),
  }),
  record({ kind: constant('delete' as const), actor: place, group: place }),
  record({ kind: constant('flag' as const), actor: place, target: whom, isAdmin: boolean() }),
  record({ kind: constant('ban' as const), actor: place, target: whom, hours }),
  record({ kind: constant('unban' as const), actor: place, target: whom }),
  record({ kind: constant('suspend' as const), actor: place, target: whom, isSuspended: boolean() }),
  record({ kind: constant('wait' as const), hours: constantFrom(1, 2, 4) }),
  record({ kind: constant('sweep' as const) }),
)
const flags = ['none', 'none', 'none', 'none', 'admin', 'owner'] as const
const someUser = record({
  flag: constantFrom(...flags),
  memberships: array(record({ group: nat({ max: 3 }), hours: option(constantFrom(-1, 2, 6)) }), {
    maxLength: 3,
  }),
})
const someWorld = record({
  groups: array(someGroup, { minLength: 3, maxLength: 4 }),
  low: array(constantFrom(true, false), { minLength: 2, maxLength: 2 }),
  high: array(someUser, { minLength: 2, maxLength: 3 }),
  acts: array(act, { minLength: 8, maxLength: 24 }),
})

test(
  'server and model agree on every act, and nobody gets what nobody entitled gave',
  async () => {
    const allowed = new Map<Act['kind'], number>()
    await assert(
      asyncProperty(someWorld, ({ groups, low, high, acts }) => {
        const lowest = low.map((isMember) => ({
          flag: 'none' as const,
          memberships: isMember ? [{ group: 0, hours: null }] : [],
        }))
        const model: Model = {
          now: start,
          groups: [{ priority: 1_000, keys: ['scripts.upload'], isDefault: true }, ...groups],
          users: [...lowest, ...high].map(({ flag, memberships }) => ({
            flag,
            isSuspended: false,
            ban: null,
            memberships: new Map(
              memberships.map(({ group, hours: count }) => [
                group,
                count === null ? null : after(start, count * hour),
              ]),
            ),
          })),
        }
        return inPassingWorld(hub.db, async (tx) => {
          const world = await buildWorld(tx, model)
          for (const one of acts) {
            const before = structuredClone(model)
            const isAllowed = decide(model, one)
            const isDone = await doAct({ ...hub.hub, db: tx, clock: { now: () => model.now } }, world, one)
            expect(isDone, `${one.kind} is ${isAllowed ? 'allowed' : 'refused'}`).toBe(isAllowed)
            expect(await stateOf(tx, world, model.now)).toEqual(expectedState(model))
            const wrongs = isAllowed && 'actor' in one ? unentitled(before, model, one.actor) : []
            expect(wrongs).toEqual([])
            if (isAllowed) allowed.set(one.kind, (allowed.get(one.kind) ?? 0) + 1)
          }
        })
      }),
      { numRuns: worlds },
    )
    // A model that refuses everything agrees easily: of every kind some acts were allowed.
    expect(allowed.size).toBe(12)
  },
  worlds * 2_000,
)

/**
 * Whoever gained a key or a rank had it from an actor who held as much; the actor gained nothing, and nobody as strong
 * as the actor lost anything.
 */
function unentitled(before: Model, now: Model, actorPlace: number): string[] {
  const actor = before.users[actorPlace]
  if (!actor) return ['nobody acted']
  const actorKeys = powers(before, actor)
  const actorRung = rungOf(before, actor)
  return before.users.flatMap((was, index) => {
    const is = now.users[index]
    if (!is) return ['somebody is gone']
    const formerKeys = new Set(groupsOf(before, was).flatMap((group) => group.keys))
    const gained = groupsOf(now, is)
      .flatMap((group) => group.keys)
      .filter((key) => !formerKeys.has(key))
    const [formerRung, rung] = [rungOf(before, was), rungOf(now, is)]
    const isUnder = formerRung > actorRung
    const stays = isDeepStrictEqual([is.flag, is.isSuspended, is.ban], [was.flag, was.isSuspended, was.ban])
    return [
      ...gained.filter((key) => !actorKeys.has(key)).map((key) => `${index} gained ${key}`),
      ...(rung < formerRung && rung < actorRung ? [`${index} rose above who raised them`] : []),
      ...(!isUnder && rung !== formerRung ? [`${index} is as strong as the actor and moved`] : []),
      ...(!isUnder && !stays ? [`${index} is as strong as the actor and was acted upon`] : []),
    ]
  })
}
