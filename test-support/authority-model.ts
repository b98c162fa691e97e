import { after, hour } from '#platform/clock.ts'

/**
 * A model of the authority rules in docs/domain-rules.md. It shares no code with the server; authority.test.ts compares
 * the decisions of both.
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
type Ban = { until: Date | null; issuerLevel: number }
export type ModelUser = {
  flag: 'none' | 'admin' | 'owner'
  isSuspended: boolean
  ban: Ban | null
  /** From the index of the group to the end of the membership. */
  memberships: Map<number, Date | null>
}
/** A deleted group becomes null, so that the other indexes stay. */
export type Model = { now: Date; groups: (ModelGroup | null)[]; users: ModelUser[] }

/** Users and groups are indexes of the model; hours count from now. */
export type Act =
  | {
      kind: 'add'
      actor: number
      target: number
      group: number
      via: 'user' | 'group'
      hours: number | null
    }
  | { kind: 'extend'; actor: number; target: number; group: number; hours: number | null }
  | { kind: 'remove'; actor: number; target: number; group: number; via: 'user' | 'group' }
  | { kind: 'create'; actor: number; group: ModelGroup }
  | { kind: 'edit'; actor: number; group: number; change: Partial<ModelGroup> }
  | { kind: 'delete'; actor: number; group: number }
  | { kind: 'flag'; actor: number; target: number; isAdmin: boolean }
  | { kind: 'ban'; actor: number; target: number; hours: number | null }
  | { kind: 'change'; actor: number; target: number; hours: number | null }
  | { kind: 'unban'; actor: number; target: number }
  | { kind: 'suspend'; actor: number; target: number; isSuspended: boolean }
  /** The decision of a report, and of an appeal. */
  | { kind: 'caseBan'; actor: number; target: number; hours: number | null }
  | { kind: 'caseLift'; actor: number; target: number }
  | { kind: 'bulkBan'; actor: number; targets: readonly number[]; hours: number | null }
  | { kind: 'bulkLift' | 'bulkSuspend'; actor: number; targets: readonly number[] }
  | { kind: 'wait'; hours: number }
  | { kind: 'sweep' }

/** Applies the act if it is allowed; returns whether it was, for a bulk act for at least one user. */
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
  if (!actor || isBlocked(model, actor)) return false
  switch (act.kind) {
    case 'add':
    case 'extend':
    case 'remove':
      return decideMembership(model, actor, act)
    case 'create':
    case 'edit':
    case 'delete':
      return decideGroup(model, actor, act)
    case 'bulkBan':
    case 'bulkLift':
    case 'bulkSuspend':
      return decideBulk(model, actor, act)
    case 'caseBan':
      return decideUserAct(model, actor, { ...act, kind: 'ban' })
    case 'caseLift': {
      const target = model.users[act.target]
      return (
        target !== undefined &&
        isBanned(model, target) &&
        decideUserAct(model, actor, { ...act, kind: 'unban' })
      )
    }
    default:
      return decideUserAct(model, actor, act)
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
  const held = permissionsOf(model, actor)
  if (!held.has('admin.users.edit.groups') || !outranks(model, actor, target)) return false
  if (levelOfGroup(group) < levelOf(model, actor) || group.keys.some((key) => !held.has(key))) return false
  if (act.kind === 'remove') {
    target.memberships.delete(act.group)
    return true
  }
  const present = target.memberships.get(act.group)
  if (act.kind === 'extend' && present === undefined) return false
  const keeps = act.kind === 'add' && (act.via === 'user' || act.hours === null)
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
  const held = permissionsOf(model, actor)
  if (!held.has('admin.groups.manage')) return false
  for (const group of [before, result])
    if (group && levelOfGroup(group) <= levelOf(model, actor)) return false
  if (before?.isDefault && !result?.isDefault) return false
  if (result?.isDefault && !before?.isDefault && actor.flag === 'none') return false
  if (result?.isDefault && result.keys.some((key) => key.startsWith('admin.'))) return false
  const added = result?.keys.filter((key) => !before?.keys.includes(key)) ?? []
  if (added.some((key) => !held.has(key))) return false

  if (result?.isDefault) for (const group of model.groups) if (group) group.isDefault = false
  if (act.kind === 'create') model.groups.push({ ...act.group })
  else model.groups[act.group] = result
  if (act.kind === 'delete') for (const user of model.users) user.memberships.delete(act.group)
  return true
}

function decideUserAct(
  model: Model,
  actor: ModelUser,
  act: Extract<Act, { kind: 'flag' | 'ban' | 'change' | 'unban' | 'suspend' }>,
): boolean {
  const target = model.users[act.target]
  if (!target || !outranks(model, actor, target)) return false
  if (act.kind === 'flag') {
    if (actor.flag === 'none' || (target.flag === 'admin' && actor.flag !== 'owner')) return false
    target.flag = act.isAdmin ? 'admin' : 'none'
    return true
  }
  if (!permissionsOf(model, actor).has('admin.users.ban')) return false
  if (act.kind === 'suspend') {
    target.isSuspended = act.isSuspended
    return true
  }
  if (act.kind === 'ban') {
    if (isBanned(model, target)) return false
    target.ban = { until: endOf(model, act.hours), issuerLevel: levelOf(model, actor) }
    return true
  }
  if (!isBanned(model, target)) return act.kind === 'unban'
  if (levelOf(model, actor) > (target.ban?.issuerLevel ?? 0)) return false
  if (act.kind === 'unban') target.ban = null
  else if (endOf(model, act.hours)?.getTime() !== target.ban?.until?.getTime())
    target.ban = { until: endOf(model, act.hours), issuerLevel: levelOf(model, actor) }
  return true
}

/** The single act for each user; an act without effect counts as denied. */
function decideBulk(
  model: Model,
  actor: ModelUser,
  act: Extract<Act, { kind: 'bulkBan' | 'bulkLift' | 'bulkSuspend' }>,
): boolean {
  const results = [...new Set(act.targets)].map((place) => {
    const target = model.users[place]
    const who = { actor: act.actor, target: place }
    if (!target) return false
    if (act.kind === 'bulkBan') return decideUserAct(model, actor, { ...who, kind: 'ban', hours: act.hours })
    if (act.kind === 'bulkLift')
      return isBanned(model, target) && decideUserAct(model, actor, { ...who, kind: 'unban' })
    return !target.isSuspended && decideUserAct(model, actor, { ...who, kind: 'suspend', isSuspended: true })
  })
  return results.includes(true)
}

export function isBanned({ now }: Model, { ban }: ModelUser): boolean {
  return ban !== null && (ban.until === null || ban.until > now)
}

function isBlocked(model: Model, user: ModelUser): boolean {
  return user.isSuspended || isBanned(model, user)
}

/** The groups whose membership has not expired. */
export function groupsOf({ now, groups }: Model, user: ModelUser): ModelGroup[] {
  return [...user.memberships].flatMap(([place, end]) =>
    end === null || end > now ? (groups[place] ?? []) : [],
  )
}

/** 0 is the owner, 1 an admin, then the priorities of groups; a user without a group is last. */
export function levelOf(model: Model, user: ModelUser): number {
  if (user.flag !== 'none') return user.flag === 'owner' ? 0 : 1
  return Math.min(10_002, ...groupsOf(model, user).map(levelOfGroup))
}

function levelOfGroup({ priority }: ModelGroup): number {
  return priority + 2
}

export function permissionsOf(model: Model, user: ModelUser): Set<Key> {
  const own = groupsOf(model, user).flatMap((group) => group.keys)
  if (user.flag !== 'none') return new Set(keys)
  return new Set(own.filter((key) => !key.startsWith('admin.') || own.includes('admin.system.access')))
}

function outranks(model: Model, actor: ModelUser, target: ModelUser): boolean {
  if (actor === target) return false
  const isUnranked = target.flag === 'none' && groupsOf(model, target).length === 0
  return isUnranked || levelOf(model, actor) < levelOf(model, target)
}

function endOf({ now }: Model, hours: number | null): Date | null {
  return hours === null ? null : after(now, hours * hour)
}
