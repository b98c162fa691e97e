import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'

import { mayActOver, membershipRefusal } from '#contract/authority.ts'
import type { Standing } from '#contract/authority.ts'
import type { Group } from '#contract/groups.ts'
import { groupsQuery } from '#web/admin/groups/groups.data.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { dateText } from '#web/ui/time-ago.ts'

import styles from './EditUser.module.css'
import { stagedCount, toggleGroup, willBeMember } from './staged-groups.ts'
import type { StagedGroups } from './staged-groups.ts'
import { rankedGroup } from './standings.ts'
import type { UserDetails } from './users.data.ts'

/** Every group with a box; what is ticked is only staged until the form is saved. */
export function GroupPanel({
  user,
  actor,
  target,
  staged,
  onStage,
}: {
  user: UserDetails
  actor: Standing
  target: Standing
  staged: StagedGroups
  onStage: (staged: StagedGroups) => void
}) {
  const groups = useQuery(groupsQuery)
  const mayEdit = actor.permissions.has('admin.users.edit.groups')
  const isLimited = actor.id !== target.id && !mayActOver(actor, target)
  return (
    <section aria-labelledby="groups-title" className={styles.panel}>
      <h3 id="groups-title">Group Assignments</h3>
      {isLimited && <Notice tone="warn">Limited group management - user has higher priority groups</Notice>}
      {groups.isPending && <Skeleton shape="block" height={200} />}
      {groups.isError && <Notice tone="danger" title="Failed to load groups data" isAlert />}
      {groups.data && (
        <ul className={styles.groups}>
          {groups.data.map((group) => {
            const membership = user.groups.find(({ id, is_active }) => id === group.id && is_active)
            const isMember = membership !== undefined
            const refusal = membershipRefusal(actor, target, rankedGroup(group), isMember ? 'remove' : 'add')
            return (
              <li key={group.id}>
                <Checkbox
                  checked={willBeMember(staged, group.id, isMember)}
                  disabled={!mayEdit || refusal !== undefined}
                  onChange={() => onStage(toggleGroup(staged, group.id, isMember))}
                  label={
                    <span className={styles.groupName}>
                      <StatusDot color={group.color} />
                      {group.display_name}
                      {refusal !== undefined && <span className={styles.faint}>(Restricted)</span>}
                    </span>
                  }
                  hint={
                    refusal ??
                    (membership?.expires_at ? `Until ${dateText(membership.expires_at)}` : undefined)
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {groups.data && stagedCount(staged) > 0 && <PendingChanges groups={groups.data} staged={staged} />}
    </section>
  )
}

function PendingChanges({ groups, staged }: { groups: readonly Group[]; staged: StagedGroups }) {
  const nameOf = (id: number) => groups.find((group) => group.id === id)?.display_name ?? `Group ${id}`
  return (
    <div className={styles.pending}>
      <h4>Pending Changes</h4>
      <ul>
        {staged.add.map((id) => (
          <li key={id} className={styles.added}>
            <Plus />
            Add {nameOf(id)}
          </li>
        ))}
        {staged.remove.map((id) => (
          <li key={id} className={styles.removed}>
            <Minus />
            Remove {nameOf(id)}
          </li>
        ))}
      </ul>
    </div>
  )
}
