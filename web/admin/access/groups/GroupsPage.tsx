import { useQuery } from '@tanstack/react-query'
import { History, Palette, Users } from 'lucide-react'
import { useState } from 'react'

import { groupDenialReason, type RankedGroup } from '#contract/access/authority.ts'
import type { Group } from '#contract/access/groups.ts'
import { isPermission, permissionCatalogue } from '#contract/platform/permissions.ts'
import { StatRow } from '#web/admin/layout/StatRow.tsx'
import { toPrincipal, toRankedGroup } from '#web/admin/moderation/user-admin/principals.ts'
import styles from '#web/admin/resource/ResourceCard.module.css'
import {
  DeleteButton,
  EditButton,
  ResourceCard,
  type CardControls,
} from '#web/admin/resource/ResourceCard.tsx'
import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { errorMessage } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { lazyDialog } from '#web/ui/lazy-part.ts'

import { groupResource, groupsQuery } from './groups.data.ts'

const GroupDialog = lazyDialog(() => import('./GroupDialog.tsx'), 'GroupDialog')

export function GroupsPage() {
  const maySee = hasPermission(useSession(), 'admin.groups.view')
  const query = useQuery({ ...groupsQuery, enabled: maySee })
  const groups = query.data
  return (
    <ResourcePage
      title="Group Management"
      resource={groupResource}
      query={query}
      items={groups}
      failedTitle="Error Loading Groups"
      failedText={errorMessage(query.error, 'Failed to load groups')}
      skeletonHeight={320}
      toolbar={
        (groups || query.isPending) && (
          <StatRow
            label="Groups at a glance"
            stats={[
              { label: 'Total groups', value: groups?.length },
              {
                label: 'Total members',
                value: groups?.reduce((sum, { member_count }) => sum + member_count, 0),
              },
            ]}
          />
        )
      }
      renderCard={(group, controls) => <GroupCard group={group} {...controls} />}
      Dialog={GroupDialog}
    />
  )
}

const MembersDialog = lazyDialog(() => import('./MembersDialog.tsx'), 'MembersDialog')

const GroupHistoryDialog = lazyDialog(() => import('./MembersDialog.tsx'), 'GroupHistoryDialog')

const permissionsShown = 3

export function GroupCard({ group, onEdit, onDelete, isDeleting, denial }: { group: Group } & CardControls) {
  const { name, display_name, description, color, priority, is_default, member_count, user_styles } = group
  const [areMembersOpen, setMembersOpen] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const session = useSession()
  const mayReadHistory =
    hasPermission(session, 'admin.audit') || hasPermission(session, 'admin.activities.view')
  const ranked = toRankedGroup(group)
  const denialOf = (after: RankedGroup | undefined) => {
    if (!session || denial !== undefined) return denial
    return groupDenialReason(toPrincipal(session.user), ranked, after)
  }
  const keys = group.group_permissions.map(({ permission_key }) => permission_key)
  return (
    <ResourceCard
      title={display_name}
      note={`${name} · Priority ${priority}`}
      icon={<StatusDot color={color} />}
      badge={is_default && <Badge tone="info">Default</Badge>}
      buttons={
        <>
          <EditButton name={display_name} onClick={onEdit} denial={denialOf(ranked)} />
          <Button size="sm" icon={<Users />} onClick={() => setMembersOpen(true)}>
            Members<span className="visually-hidden"> of {display_name}</span>
          </Button>
          {mayReadHistory && (
            <Button size="sm" icon={<History />} onClick={() => setHistoryOpen(true)}>
              History<span className="visually-hidden"> of {display_name}</span>
            </Button>
          )}
          {!is_default && (
            <DeleteButton
              name={display_name}
              isBusy={isDeleting}
              onConfirm={onDelete}
              denial={denialOf(undefined)}
            />
          )}
        </>
      }
    >
      {description && <p className="muted text-sm break">{description}</p>}
      <div className="flex wrap gap-1-5 muted text-sm numeric">
        <span>{member_count === 1 ? '1 member' : `${fullNumber(member_count)} members`}</span>
        <span>{keys.length === 1 ? '1 permission' : `${keys.length} permissions`}</span>
      </div>
      <div className={`${styles.badges} flex wrap`}>
        {keys.slice(0, permissionsShown).map((key) => (
          <Tag key={key} label={isPermission(key) ? permissionCatalogue[key][0] : key} />
        ))}
        {keys.length > permissionsShown && (
          <span className="faint text-sm">+{keys.length - permissionsShown} more</span>
        )}
        {user_styles && (
          <Badge tone="neutral" icon={<Palette />}>
            Custom style
          </Badge>
        )}
      </div>
      {areMembersOpen && <MembersDialog group={group} onClose={() => setMembersOpen(false)} />}
      {isHistoryOpen && <GroupHistoryDialog group={group} onClose={() => setHistoryOpen(false)} />}
    </ResourceCard>
  )
}
