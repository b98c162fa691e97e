import {
  array,
  assert,
  constant,
  constantFrom,
  integer,
  nat,
  pre,
  property,
  record,
  subarray,
} from 'fast-check'
import { expect, test } from 'vitest'

import { permissions, type Permission } from './permissions.ts'

import {
  authority,
  mayActOver,
  mayChangeMembership,
  mayEditGroup,
  mayLiftBan,
  maySetAdminFlag,
  membershipRefusal,
  permissionsOf,
  rank,
  type RankedGroup,
  type Standing,
} from './authority.ts'

let ids = 0
function person(more: Partial<Standing> = {}): Standing {
  const { isOwner = false, isAdmin = false } = more
  const held = isOwner || isAdmin ? new Set(permissions) : new Set<Permission>()
  return { id: ++ids, isOwner, isAdmin, priorities: [], permissions: held, ...more }
}

const held = (...keys: Permission[]) => new Set(keys)
const owner = person({ isOwner: true, priorities: [0] })
const otherOwner = person({ isOwner: true })
const admin = person({ isAdmin: true, priorities: [1000] })
const otherAdmin = person({ isAdmin: true, priorities: [10] })
const administrator = person({ priorities: [10, 1000], permissions: held(...permissions) })
const moderator = person({
  priorities: [50, 1000],
  permissions: held('admin.system.access', 'admin.users.ban', 'scripts.rate'),
})
const member = person({ priorities: [1000] })
const nobody = person()

test.each([
  ['an owner', owner, -2],
  ['an owner without a group', otherOwner, -2],
  ['a holder of the admin flag', admin, -1],
  ['a moderator, by the best of the groups', moderator, 50],
  ['a member', member, 1000],
  ['a person without a group', nobody, Number.POSITIVE_INFINITY],
])('the authority of %s', (_, who, expected) => expect(authority(who)).toBe(expected))

test.each([
  ['the best group', [1000, 50], 50],
  ['no group', [], -1],
])('the rank shown for %s', (_, priorities, expected) => expect(rank(priorities)).toBe(expected))

test.each([
  ['an owner over an owner', owner, otherOwner, false],
  ['an owner over the admin flag', owner, admin, true],
  ['the admin flag over an owner', admin, owner, false],
  ['the admin flag over the admin flag', admin, otherAdmin, false],
  ['the admin flag over an administrator', admin, administrator, true],
  ['an administrator over the admin flag', administrator, admin, false],
  ['an administrator over a moderator', administrator, moderator, true],
  ['a moderator over an administrator', moderator, administrator, false],
  ['a moderator over an equal', moderator, person({ priorities: [50] }), false],
  ['a moderator over a member', moderator, member, true],
  ['a moderator over a person without a group', moderator, nobody, true],
  ['a person without a group over another', person(), nobody, true],
  ['a person without a group over a member', nobody, member, false],
  ['an owner over themselves', owner, owner, false],
  ['a person without a group over themselves', nobody, nobody, false],
])('%s: %s', (_, actor, target, expected) => expect(mayActOver(actor, target)).toBe(expected))

const group = (priority: number, ...keys: Permission[]): RankedGroup => ({
  priority,
  isDefault: false,
  permissions: keys,
})

test.each([
  [
    'add',
    'a group above one’s own',
    moderator,
    member,
    group(10),
    'Cannot assign - group has higher authority than yours',
  ],
  [
    'remove',
    'a group above one’s own',
    moderator,
    member,
    group(10),
    'Cannot remove - group has higher authority than yours',
  ],
  [
    'add',
    'a group on somebody above',
    moderator,
    administrator,
    group(500),
    'Limited group management - user has higher priority groups',
  ],
  [
    'remove',
    'a group of somebody above',
    moderator,
    administrator,
    group(500),
    'Cannot remove - target user has higher authority',
  ],
  [
    'remove',
    'a group of an equal',
    moderator,
    person({ priorities: [50] }),
    group(50),
    'Cannot remove - target user has higher authority',
  ],
  [
    'add',
    'a group with a permission one lacks',
    moderator,
    member,
    group(500, 'scripts.upload'),
    'Cannot assign - group has permissions that you do not hold',
  ],
  [
    'remove',
    'a group with a permission one lacks',
    moderator,
    member,
    group(500, 'scripts.upload'),
    'Cannot remove - group has permissions that you do not hold',
  ],
  ['add', 'a group on oneself', owner, owner, group(500), 'You cannot change your own groups'],
  ['add', 'a group of one’s own rank', moderator, member, group(50, 'scripts.rate'), undefined],
  ['add', 'a lower group', moderator, nobody, group(500), undefined],
  ['remove', 'a lower group', moderator, member, group(1000), undefined],
  ['add', 'any group as an owner', owner, admin, group(0, ...permissions), undefined],
] as const)('to %s %s', (action, _, actor, target, wanted, expected) =>
  expect(membershipRefusal(actor, target, wanted, action)).toBe(expected),
)

const theDefault = { ...group(1000, 'scripts.rate'), isDefault: true }

test.each([
  ['creates a group below', moderator, undefined, group(51, 'scripts.rate'), true],
  ['creates a group of their own rank', moderator, undefined, group(50), false],
  ['creates a group with a permission they lack', moderator, undefined, group(51, 'scripts.upload'), false],
  ['lifts a group to their own rank', moderator, group(60), group(50), false],
  ['changes a group above', moderator, group(10), group(60), false],
  [
    'keeps a permission that they lack',
    moderator,
    group(60, 'scripts.upload'),
    group(70, 'scripts.upload'),
    true,
  ],
  ['deletes a group below', moderator, group(60), undefined, true],
  ['deletes a group of their own rank', moderator, group(50), undefined, false],
  [
    'gives the default group an admin key',
    owner,
    theDefault,
    { ...theDefault, permissions: ['admin.system.access'] },
    false,
  ],
  ['makes another group the default', administrator, group(60), { ...group(60), isDefault: true }, false],
  [
    'makes another group the default, with the flag',
    admin,
    group(60),
    { ...group(60), isDefault: true },
    true,
  ],
  ['creates a group of priority 0 as an owner', owner, undefined, group(0, ...permissions), true],
] as const)('somebody %s: %s', (_, actor, before, after, expected) =>
  expect(mayEditGroup(actor, before, after)).toBe(expected),
)

test.each([
  ['the admin flag given by an administrator', administrator, member, true, false],
  ['the admin flag given by its holder', admin, member, true, true],
  ['the admin flag given to oneself', admin, admin, true, false],
  ['the admin flag given by an owner', owner, member, true, true],
  ['the admin flag taken by its holder', admin, otherAdmin, false, false],
  ['the admin flag taken by an owner', owner, admin, false, true],
])('%s: allowed is %s', (_, actor, target, value, expected) =>
  expect(maySetAdminFlag(actor, target, value)).toBe(expected),
)

test.each([
  ['by an equal of the issuer', moderator, 50, true],
  ['by a stronger one', administrator, 50, true],
  ['by a weaker one', moderator, 10, false],
  ['of an owner by the admin flag', admin, -2, false],
])('a ban lifted %s: %s', (_, actor, issuer, expected) =>
  expect(mayLiftBan(actor, member, issuer)).toBe(expected),
)

/** Random worlds: people and groups as they could stand in a database. */
const someGroup = record({
  priority: integer({ min: 0, max: 12 }),
  isDefault: constant(false),
  permissions: subarray([
    'admin.system.access',
    'admin.users.edit.groups',
    'scripts.rate',
    'scripts.upload',
  ] as Permission[]),
})
const world = record({
  groups: array(someGroup, { minLength: 1, maxLength: 5 }),
  flags: array(constantFrom('none', 'none', 'none', 'admin', 'owner'), { minLength: 2, maxLength: 2 }),
  memberships: array(subarray([0, 1, 2, 3, 4]), { minLength: 2, maxLength: 2 }),
  choice: nat(),
})

function standing(id: number, flag: string, own: readonly RankedGroup[]): Standing {
  const flags = { isOwner: flag === 'owner', isAdmin: flag === 'admin' }
  const keys = own.flatMap(({ permissions: granted }) => granted)
  return {
    id,
    ...flags,
    priorities: own.map(({ priority }) => priority),
    permissions: permissionsOf(flags, keys),
  }
}

/** Written as a ladder, not as the rule's numbers: the flags are rungs above every priority. */
function rungOf(flag: string | undefined, own: readonly RankedGroup[]): number {
  if (flag === 'owner') return 0
  if (flag === 'admin') return 1
  return own.length === 0 ? 99_999 : 2 + Math.min(...own.map(({ priority }) => priority))
}

test('in 10,000 random worlds the rule agrees with the sentences of decisions.md', () => {
  assert(
    property(world, ({ groups, flags, memberships, choice }) => {
      const of = (index: number) => (memberships[index] ?? []).flatMap((place) => groups[place] ?? [])
      const a = standing(1, flags[0] ?? '', of(0))
      const t = standing(2, flags[1] ?? '', of(1))
      const wanted = groups[choice % groups.length] ?? group(0)

      const targetIsNothing = flags[1] === 'none' && of(1).length === 0
      const isAbove = rungOf(flags[0], of(0)) < rungOf(flags[1], of(1))
      const reachesGroup = wanted.priority + 2 >= rungOf(flags[0], of(0))
      const holdsEverything = wanted.permissions.every((key) => a.permissions.has(key))

      const expected = (targetIsNothing || isAbove) && reachesGroup && holdsEverything
      expect(mayChangeMembership(a, t, wanted, 'add')).toBe(expected)
      expect(mayChangeMembership(a, t, wanted, 'remove')).toBe(expected)
    }),
    { numRuns: 10_000 },
  )
})

test('nobody can make anybody stronger than themselves, or hand out what they do not hold', () => {
  assert(
    property(world, ({ groups, flags, memberships, choice }) => {
      const of = (index: number) => (memberships[index] ?? []).flatMap((place) => groups[place] ?? [])
      const actor = standing(1, flags[0] ?? '', of(0))
      const target = standing(2, flags[1] ?? '', of(1))
      const wanted = groups[choice % groups.length] ?? group(0)
      pre(mayChangeMembership(actor, target, wanted, 'add'))

      const raised = standing(2, flags[1] ?? '', [...of(1), wanted])

      expect(authority(raised)).toBeGreaterThanOrEqual(Math.min(authority(actor), authority(target)))
      for (const key of wanted.permissions) expect(actor.permissions.has(key)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
