import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { Group } from '#contract/groups.ts'
import { explain } from '#web/admin/explain.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import listStyles from '#web/admin/layout/CardList.module.css'
import { StatRow } from '#web/admin/layout/StatRow.tsx'
import { useRemoval } from '#web/admin/use-removal.ts'
import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { GroupCard } from './GroupCard.tsx'
import { groupsQuery } from './groups.data.ts'

const GroupDialog = lazy(async () => ({ default: (await import('./GroupDialog.tsx')).GroupDialog }))
const MembersDialog = lazy(async () => ({ default: (await import('./MembersDialog.tsx')).MembersDialog }))

export function GroupsPage() {
  const { data: groups, isError, isPending, error, refetch, isFetching } = useQuery(groupsQuery)
  const [edited, setEdited] = useState<Group | 'new'>()
  const [opened, setOpened] = useState<Group>()
  const { remove, removingId } = useRemoval({
    remove: (id) => call('DELETE /api/groups/:id', { params: { id } }),
    queryKeys: [['admin', 'groups']],
    done: 'Group deleted successfully!',
    failed: 'Failed to delete group',
  })
  if (isError && !groups)
    return (
      <AdminPage title="Group Management">
        <FailedState
          title="Error Loading Groups"
          text={explain(error, 'Failed to load groups')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </AdminPage>
    )
  return (
    <AdminPage
      title="Group Management"
      actions={
        <Button variant="cta" icon={<Plus />} onClick={() => setEdited('new')}>
          Create Group
        </Button>
      }
    >
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
      {isPending && <Skeleton shape="block" height={320} />}
      {groups && (
        <ul className={listStyles.grid}>
          {groups.map((group) => (
            <GroupCard
              key={group.id}
              group={group}
              isRemoving={removingId === group.id}
              onEdit={() => setEdited(group)}
              onMembers={() => setOpened(group)}
              onRemove={() => remove(group.id)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {edited && (
          <GroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
        {opened && <MembersDialog group={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}
