import { after, hour } from '#platform/clock.ts'

/**
 * A second opinion on who may do what, written from decisions.md alone and sharing nothing with the rules of the
 * server: authority.test.ts lets both decide the same acts.
 */
export const keys = [
  'admin.system.access',
  'admin.users.edit.groups',
  'admin.groups.manage',
  'admin.users.ban',
  'scripts.upload',
] as const
export type Key = (typeof keys)[number]

export type ModelGroup = { priority: number; keys: readonly Key[]; isDefault: boolean }
type Ban = { until: Date | null; issuerRung: number }
export type ModelUser = {
  flag: 'none' | 'admin' | 'owner'
  isSuspended: boolean
  ban: Ban | null
  /** By the place of the group, when it ends. */
  memberships: Map<number, Date | null>
}
/** A deleted group leaves its place empty. */
export type Model = { now: Date; groups: (ModelGroup | null)[]; users: ModelUser[] }

/** People and groups by their places; hours count from now. */
export type Act =
  | {
      kind: 'add'
      actor: number
      target: number
      group: number
      door: 'user' | 'group'
      hours: number | null
    }
  | { kind: 'extend'; actor: number; target: number; group: number; hours: number | null }
  | { kind: 'remove'; actor: number; target: number; group: number; door: 'user' | 'group' }
  | { kind: 'create'; actor: number; group: ModelGroup }
  | { kind: 'edit'; actor: number; group: number; change: Partial<ModelGroup> }
  | { kind: 'delete'; actor: number; group: number }
  | { kind: 'flag'; actor: number; target: number; isAdmin: boolean }
  | { kind: 'ban'; actor: number; target: number; hours: number | null }
  | { kind: 'unban'; actor: number; target: number }
  | { kind: 'suspend'; actor: number; target: number; isSuspended: boolean }
  | { kind: 'wait'; hours: number }
  | { kind: 'sweep' }

/** Carries out the act if it is allowed; says whether it was. */
export function decide(model: Model, act: Act): boolean {
  if (act.kind === 'wait') {
    model.now = after(model.now, act.hours * hour)
    return true
  }
  if (act.kind === 'sweep') {
    for (const user of model.users)
      for (const [place, end] of user.memberships) if (end && end <= model.now) user.memberships.delete(place)
    return true
  }
  const actor = model.users[act.actor]
  if (!actor || isBarred(model, actor)) return false
  switch (act.kind) {
    case 'add':
    case 'extend':
    case 'remove':
      return decideMembership(model, actor, act)
    case 'create':
    case 'edit':
    case 'delete':
      return decideGroup(model, actor, act)
    default:
      return decidePerson(model, actor, act)
  }
}

function decideMembership(
  model: Model,
  actor: ModelUser,
  act: Extract<Act, { kind: 'add' | 'extend' | 'remove' }>,
): boolean {
  const target = model.users[act.target]
  const group = model.groups[act.group]
  if (!target || !group) return false
  const held = powers(model, actor)
  if (!held.has('admin.users.edit.groups') || !isOver(model, actor, target)) return false
  if (rungOfGroup(group) < rungOf(model, actor) || group.keys.some((key) => !held.has(key))) return false
  if (act.kind === 'remove') {
    target.memberships.delete(act.group)
    return true
  }
  const present = target.memberships.get(act.group)
  if (act.kind === 'extend' && present === undefined) return false
  const keeps = act.kind === 'add' && (act.door === 'user' || act.hours === null)
  const isRunning = present !== undefined && (present === null || present > model.now)
  if (keeps && isRunning) return true
  target.memberships.set(act.group, keeps ? null : endOf(model, act.hours))
  return true
}

function decideGroup(
  model: Model,
  actor: ModelUser,
  act: Extract<Act, { kind: 'create' | 'edit' | 'delete' }>,
): boolean {
  const before = act.kind === 'create' ? undefined : model.groups[act.group]
  if (before === null || (act.kind !== 'create' && !before)) return false
  const result =
    act.kind === 'create' ? act.group : act.kind === 'edit' && before ? { ...before, ...act.change } : null
  const held = powers(model, actor)
  if (!held.has('admin.groups.manage')) return false
  for (const one of [before, result]) if (one && rungOfGroup(one) <= rungOf(model, actor)) return false
  if (before?.isDefault && !result?.isDefault) return false
  if (result?.isDefault && !before?.isDefault && actor.flag === 'none') return false
  if (result?.isDefault && result.keys.some((key) => key.startsWith('admin.'))) return false
  const given = result?.keys.filter((key) => !before?.keys.includes(key)) ?? []
  if (given.some((key) => !held.has(key))) return false

  if (result?.isDefault) for (const group of model.groups) if (group) group.isDefault = false
  if (act.kind === 'create') model.groups.push({ ...act.group })
  else model.groups[act.group] = result
  if (act.kind === 'delete') for (const user of model.users) user.memberships.delete(act.group)
  return true
}

function decidePerson(
  model: Model,
  actor: ModelUser,
  act: Extract<Act, { kind: 'flag' | 'ban' | 'unban' | 'suspend' }>,
): boolean {
  const target = model.users[act.target]
  if (!target || !isOver(model, actor, target)) return false
  if (act.kind === 'flag') {
    if (actor.flag === 'none' || (target.flag === 'admin' && actor.flag !== 'owner')) return false
    target.flag = act.isAdmin ? 'admin' : 'none'
    return true
  }
  if (!powers(model, actor).has('admin.users.ban')) return false
  if (act.kind === 'suspend') {
    target.isSuspended = act.isSuspended
    return true
  }
  if (act.kind === 'ban') {
    if (isBanned(model, target)) return false
    target.ban = { until: endOf(model, act.hours), issuerRung: rungOf(model, actor) }
    return true
  }
  if (!isBanned(model, target)) return true
  if (rungOf(model, actor) > (target.ban?.issuerRung ?? 0)) return false
  target.ban = null
  return true
}

export function isBanned({ now }: Model, { ban }: ModelUser): boolean {
  return ban !== null && (ban.until === null || ban.until > now)
}

function isBarred(model: Model, user: ModelUser): boolean {
  return user.isSuspended || isBanned(model, user)
}

/** The groups that count for somebody now. */
export function groupsOf({ now, groups }: Model, user: ModelUser): ModelGroup[] {
  return [...user.memberships].flatMap(([place, end]) =>
    end === null || end > now ? (groups[place] ?? []) : [],
  )
}

/** Steps from the top: 0 the owner, 1 the admin flag, then the priorities, last who has no group. */
export function rungOf(model: Model, user: ModelUser): number {
  if (user.flag !== 'none') return user.flag === 'owner' ? 0 : 1
  return Math.min(10_002, ...groupsOf(model, user).map(rungOfGroup))
}

function rungOfGroup({ priority }: ModelGroup): number {
  return priority + 2
}

export function powers(model: Model, user: ModelUser): Set<Key> {
  const own = groupsOf(model, user).flatMap((group) => group.keys)
  if (user.flag !== 'none') return new Set(keys)
  return new Set(own.filter((key) => !key.startsWith('admin.') || own.includes('admin.system.access')))
}

function isOver(model: Model, actor: ModelUser, target: ModelUser): boolean {
  if (actor === target) return false
  const isNothing = target.flag === 'none' && groupsOf(model, target).length === 0
  return isNothing || rungOf(model, actor) < rungOf(model, target)
}

function endOf({ now }: Model, hours: number | null): Date | null {
  return hours === null ? null : after(now, hours * hour)
}
