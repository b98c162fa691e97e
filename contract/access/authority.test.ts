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

import { permissions, type Permission } from '#contract/platform/permissions.ts'

import {
  authority,
  groupDenialReason,
  isIrrevocable,
  mayActOver,
  mayLiftBan,
  maySetAdminFlag,
  membershipDenialReason,
  permissionsOf,
  rank,
  type RankedGroup,
  type Principal,
} from './authority.ts'

let ids = 0
function user(more: Partial<Principal> = {}): Principal {
  const { isOwner = false, isAdmin = false } = more
  const held = isOwner || isAdmin ? new Set(permissions) : new Set<Permission>()
  return { id: ++ids, isOwner, isAdmin, priorities: [], permissions: held, ...more }
}

const held = (...keys: Permission[]) => new Set(keys)
const owner = user({ isOwner: true, priorities: [0] })
const otherOwner = user({ isOwner: true })
const admin = user({ isAdmin: true, priorities: [1000] })
const otherAdmin = user({ isAdmin: true, priorities: [10] })
const administrator = user({ priorities: [10, 1000], permissions: held(...permissions) })
const moderator = user({
  priorities: [50, 1000],
  permissions: held('admin.system.access', 'admin.users.ban', 'scripts.rate'),
})
const member = user({ priorities: [1000] })
const unranked = user()

test.each([
  ['an owner', owner, -2],
  ['an owner without a group', otherOwner, -2],
  ['a user with the admin flag', admin, -1],
  ['a moderator with two groups', moderator, 50],
  ['a member', member, 1000],
  ['a user without a group', unranked, Number.POSITIVE_INFINITY],
])('the authority of %s', (_, subject, expected) => expect(authority(subject)).toBe(expected))

test.each([
  ['the best group', [1000, 50], 50],
  ['no group', [], -1],
])('the displayed rank of %s', (_, priorities, expected) => expect(rank(priorities)).toBe(expected))

test.each([
  ['an owner over an owner', owner, otherOwner, false],
  ['an owner over the admin flag', owner, admin, true],
  ['the admin flag over an owner', admin, owner, false],
  ['the admin flag over the admin flag', admin, otherAdmin, false],
  ['the admin flag over an administrator', admin, administrator, true],
  ['an administrator over the admin flag', administrator, admin, false],
  ['an administrator over a moderator', administrator, moderator, true],
  ['a moderator over an administrator', moderator, administrator, false],
  ['a moderator over an equal', moderator, user({ priorities: [50] }), false],
  ['a moderator over a member', moderator, member, true],
  ['a moderator over a user without a group', moderator, unranked, true],
  ['a user without a group over another', user(), unranked, true],
  ['a user without a group over a member', unranked, member, false],
  ['an owner over themselves', owner, owner, false],
  ['a user without a group over themselves', unranked, unranked, false],
])('%s: %s', (_, actor, target, expected) => expect(mayActOver(actor, target)).toBe(expected))

const group = (priority: number, ...keys: Permission[]): RankedGroup => ({
  priority,
  isDefault: false,
  permissions: keys,
})

test.each([
  [
    'add',
    'a group above the own authority',
    moderator,
    member,
    group(10),
    'Cannot assign - group has higher authority than yours',
  ],
  [
    'remove',
    'a group above the own authority',
    moderator,
    member,
    group(10),
    'Cannot remove - group has higher authority than yours',
  ],
  [
    'add',
    'a group to a user above',
    moderator,
    administrator,
    group(500),
    'Limited group management - user has higher priority groups',
  ],
  [
    'remove',
    'a group from a user above',
    moderator,
    administrator,
    group(500),
    'Cannot remove - target user has higher authority',
  ],
  [
    'remove',
    'a group from an equal',
    moderator,
    user({ priorities: [50] }),
    group(50),
    'Cannot remove - target user has higher authority',
  ],
  [
    'add',
    'a group with a permission that the actor lacks',
    moderator,
    member,
    group(500, 'scripts.upload'),
    'Cannot assign - group has permissions that you do not hold',
  ],
  [
    'remove',
    'a group with a permission that the actor lacks',
    moderator,
    member,
    group(500, 'scripts.upload'),
    'Cannot remove - group has permissions that you do not hold',
  ],
  ['add', 'a group to themselves', owner, owner, group(500), 'You cannot change your own groups'],
  ['add', 'a group of the same rank', moderator, member, group(50, 'scripts.rate'), undefined],
  ['add', 'a lower group', moderator, unranked, group(500), undefined],
  ['remove', 'a lower group', moderator, member, group(1000), undefined],
  ['add', 'any group as an owner', owner, admin, group(0, ...permissions), undefined],
] as const)('to %s %s', (action, _, actor, target, wanted, expected) =>
  expect(membershipDenialReason(actor, target, wanted, action)).toBe(expected),
)

const theDefault = { ...group(1000, 'scripts.rate'), isDefault: true }

test.each([
  ['creates a group below', moderator, undefined, group(51, 'scripts.rate'), true],
  ['creates a group of the same rank', moderator, undefined, group(50), false],
  ['creates a group with a permission they lack', moderator, undefined, group(51, 'scripts.upload'), false],
  ['raises a group to the same rank', moderator, group(60), group(50), false],
  ['changes a group above', moderator, group(10), group(60), false],
  [
    'keeps a permission that they lack',
    moderator,
    group(60, 'scripts.upload'),
    group(70, 'scripts.upload'),
    true,
  ],
  ['deletes a group below', moderator, group(60), undefined, true],
  ['deletes a group of the same rank', moderator, group(50), undefined, false],
  [
    'adds an admin permission to the default group',
    owner,
    theDefault,
    { ...theDefault, permissions: ['admin.system.access'] },
    false,
  ],
  ['makes another group the default', administrator, group(60), { ...group(60), isDefault: true }, false],
  [
    'makes another group the default, with the admin flag',
    admin,
    group(60),
    { ...group(60), isDefault: true },
    true,
  ],
  ['creates a group of priority 0 as an owner', owner, undefined, group(0, ...permissions), true],
] as const)('an actor %s: %s', (_, actor, before, after, expected) =>
  expect(groupDenialReason(actor, before, after) === undefined).toBe(expected),
)

test.each([
  ['an administrator sets the admin flag', administrator, member, true, false],
  ['a user with the admin flag sets it', admin, member, true, true],
  ['a user with the admin flag sets their own', admin, admin, true, false],
  ['an owner sets the admin flag', owner, member, true, true],
  ['a user with the admin flag removes it', admin, otherAdmin, false, false],
  ['an owner removes the admin flag', owner, admin, false, true],
])('%s: allowed is %s', (_, actor, target, value, expected) =>
  expect(maySetAdminFlag(actor, target, value)).toBe(expected),
)

test.each([
  ['by an equal of the issuer', moderator, 50, true],
  ['by a user with more authority', administrator, 50, true],
  ['by a user with less authority', moderator, 10, false],
  ['of an owner by a user with the admin flag', admin, -2, false],
])('a ban lifted %s: %s', (_, actor, issuer, expected) =>
  expect(mayLiftBan(actor, member, issuer)).toBe(expected),
)

/** Random models of users and groups. */
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
const model = record({
  groups: array(someGroup, { minLength: 1, maxLength: 5 }),
  flags: array(constantFrom('none', 'none', 'none', 'admin', 'owner'), { minLength: 2, maxLength: 2 }),
  memberships: array(subarray([0, 1, 2, 3, 4]), { minLength: 2, maxLength: 2 }),
  choice: nat(),
})

function principal(id: number, flag: string, own: readonly RankedGroup[]): Principal {
  const flags = { isOwner: flag === 'owner', isAdmin: flag === 'admin' }
  const keys = own.flatMap(({ permissions: granted }) => granted)
  return {
    id,
    ...flags,
    priorities: own.map(({ priority }) => priority),
    permissions: permissionsOf(flags, keys),
  }
}

/** An independent formulation: the flags are levels above all priorities. */
function levelOf(flag: string | undefined, own: readonly RankedGroup[]): number {
  if (flag === 'owner') return 0
  if (flag === 'admin') return 1
  return own.length === 0 ? 99_999 : 2 + Math.min(...own.map(({ priority }) => priority))
}

test('10,000 random models agree with docs/domain-rules.md', () => {
  assert(
    property(model, ({ groups, flags, memberships, choice }) => {
      const of = (index: number) => (memberships[index] ?? []).flatMap((place) => groups[place] ?? [])
      const a = principal(1, flags[0] ?? '', of(0))
      const t = principal(2, flags[1] ?? '', of(1))
      const wanted = groups[choice % groups.length] ?? group(0)

      const isTargetUnranked = flags[1] === 'none' && of(1).length === 0
      const isAbove = levelOf(flags[0], of(0)) < levelOf(flags[1], of(1))
      const reachesGroup = wanted.priority + 2 >= levelOf(flags[0], of(0))
      const hasAllPermissions = wanted.permissions.every((key) => a.permissions.has(key))

      const expected = (isTargetUnranked || isAbove) && reachesGroup && hasAllPermissions
      expect(membershipDenialReason(a, t, wanted, 'add') === undefined).toBe(expected)
      expect(membershipDenialReason(a, t, wanted, 'remove') === undefined).toBe(expected)
    }),
    { numRuns: 10_000 },
  )
})

test('no actor can give another user more authority or permissions than their own', () => {
  assert(
    property(model, ({ groups, flags, memberships, choice }) => {
      const of = (index: number) => (memberships[index] ?? []).flatMap((place) => groups[place] ?? [])
      const actor = principal(1, flags[0] ?? '', of(0))
      const target = principal(2, flags[1] ?? '', of(1))
      const wanted = groups[choice % groups.length] ?? group(0)
      pre(membershipDenialReason(actor, target, wanted, 'add') === undefined)

      const raised = principal(2, flags[1] ?? '', [...of(1), wanted])

      expect(authority(raised)).toBeGreaterThanOrEqual(Math.min(authority(actor), authority(target)))
      for (const key of wanted.permissions) expect(actor.permissions.has(key)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const groupOf = (priority: number): RankedGroup => ({ priority, isDefault: false, permissions: [] })

test('an actor cannot take back a group of their own rank', () => {
  expect(isIrrevocable(administrator, member, groupOf(10))).toBe(true)
  expect(isIrrevocable(administrator, member, groupOf(11))).toBe(false)
  expect(isIrrevocable(admin, member, groupOf(0))).toBe(false)
})
