import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'

import {
  isIrrevocable,
  mayActOver,
  membershipDenialReason,
  type Principal,
} from '#contract/access/authority.ts'
import type { Group } from '#contract/access/groups.ts'
import { isPermission, permissionCatalogue } from '#contract/platform/permissions.ts'
import { groupsQuery } from '#web/admin/access/groups/groups.data.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { dateText } from '#web/ui/date-text.ts'

import styles from './EditUser.module.css'
import { countChanges, toggleGroup, willBeMember, type PendingGroupChanges } from './user-form.ts'
import { toRankedGroup } from './principals.ts'
import { type UserDetails, permissionsQuery } from './users.data.ts'

/** A checkbox for every group; a change is pending until the form is saved. */
export function GroupPanel({
  user,
  actor,
  target,
  changes,
  onChange,
}: {
  user: UserDetails
  actor: Principal
  target: Principal
  changes: PendingGroupChanges
  onChange: (changes: PendingGroupChanges) => void
}) {
  const mayEdit = actor.permissions.has('admin.users.edit.groups')
  const maySeeAll = mayEdit || actor.permissions.has('admin.groups.view')
  const groups = useQuery({ ...groupsQuery, enabled: maySeeAll })
  const isLimited = actor.id !== target.id && !mayActOver(actor, target)
  const irrevocable = (groups.data ?? []).filter(
    (group) => changes.add.includes(group.id) && isIrrevocable(actor, target, toRankedGroup(group)),
  )
  return (
    <section aria-labelledby="groups-title" className={`${styles.panel} grid gap-4 pad-4-5 framed round-lg`}>
      <h3 id="groups-title" className="text-lg">
        Group Assignments
      </h3>
      {isLimited && <Alert tone="warn">Limited group management - user has higher priority groups</Alert>}
      {!maySeeAll && (
        <p className="faint text-sm">
          {user.groups
            .filter(({ is_active }) => is_active)
            .map(({ display_name }) => display_name)
            .join(', ') || 'No group.'}
        </p>
      )}
      {maySeeAll && groups.isPending && <Skeleton shape="block" height={200} />}
      {groups.isError && <Alert tone="danger" title="Failed to load groups data" isAlert />}
      {groups.data && (
        <ul className="grid gap-3">
          {groups.data.map((group) => {
            const membership = user.groups.find(({ id, is_active }) => id === group.id && is_active)
            const isMember = membership !== undefined
            const denial = membershipDenialReason(
              actor,
              target,
              toRankedGroup(group),
              isMember ? 'remove' : 'add',
            )
            return (
              <li key={group.id}>
                <Checkbox
                  checked={willBeMember(changes, group.id, isMember)}
                  disabled={!mayEdit || denial !== undefined}
                  onChange={() => onChange(toggleGroup(changes, group.id, isMember))}
                  label={
                    <span className="gap-0-2 inline-row wrap">
                      <StatusDot color={group.color} />
                      {group.display_name}
                      {denial !== undefined && <span className="faint text-sm">(Restricted)</span>}
                    </span>
                  }
                  hint={
                    // What holds for all groups is said once, above the list.
                    (isLimited ? undefined : denial) ??
                    (membership?.expires_at ? `Until ${dateText(membership.expires_at)}` : undefined)
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {groups.data && countChanges(changes) > 0 && <PendingChanges groups={groups.data} changes={changes} />}
      {irrevocable.length > 0 && (
        <Alert tone="warn">
          You cannot take this back: in {irrevocable.map(({ display_name }) => display_name).join(', ')} this
          user has at least your authority.
        </Alert>
      )}
    </section>
  )
}

function PendingChanges({ groups, changes }: { groups: readonly Group[]; changes: PendingGroupChanges }) {
  const nameOf = (id: number) => groups.find((group) => group.id === id)?.display_name ?? `Group ${id}`
  return (
    <div className="pt-4 line-above">
      <h4 className="mb-2 text-sm">Pending Changes</h4>
      <ul>
        {changes.add.map((id) => (
          <li key={id} className="row gap-2 text-sm success">
            <Plus />
            Add {nameOf(id)}
          </li>
        ))}
        {changes.remove.map((id) => (
          <li key={id} className="row gap-2 text-sm error">
            <Minus />
            Remove {nameOf(id)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The permissions of a user and the groups that grant them, as stored on the server. */
export function EffectivePermissions({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={`gap-4 pad-4-5 framed round-lg block ${styles.permissions}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="strong">Effective permissions</summary>
      {isOpen && <Explanation id={id} />}
    </details>
  )
}

function Explanation({ id }: { id: number }) {
  const { data, isError } = useQuery(permissionsQuery(id))
  if (isError) return <p className="faint text-sm">The permissions could not be loaded.</p>
  if (!data) return <Skeleton shape="block" height={120} />
  const { all_because_of, permissions, without_effect } = data
  return (
    <>
      {all_because_of && (
        <p className="faint text-sm">
          Holds every permission as {all_because_of === 'owner' ? 'the owner' : 'an administrator'}.
        </p>
      )}
      {permissions.length === 0 && <p className="faint text-sm">None.</p>}
      <ul className="grid gap-2 mt-2">
        {permissions.map(({ key, implied_by, groups }) => (
          <li key={key} className="grid text-sm leading-sm">
            <span>{nameOf(key)}</span>
            <span className="faint text-sm">
              {groups.length > 0
                ? `from ${groups.map(({ display_name }) => display_name).join(', ')}`
                : implied_by
                  ? `comes with ${nameOf(implied_by)}`
                  : key}
            </span>
          </li>
        ))}
      </ul>
      {without_effect.length > 0 && (
        <p className="faint text-sm">
          Without effect, because “{nameOf('admin.system.access')}” is missing:{' '}
          {without_effect.map(({ key }) => nameOf(key)).join(', ')}.
        </p>
      )}
    </>
  )
}

const nameOf = (key: string) => (isPermission(key) ? permissionCatalogue[key][0] : key)
