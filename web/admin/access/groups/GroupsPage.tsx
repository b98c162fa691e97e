import { useQuery } from '@tanstack/react-query'

import { StatRow } from '#web/admin/layout/StatRow.tsx'
import { ResourcePage } from '#web/admin/resource/ResourcePage.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'

import { groupResource, groupsQuery } from './groups.data.ts'
import { GroupCard } from './GroupCard.tsx'

const GroupDialog = lazyPart(() => import('./GroupDialog.tsx'), 'GroupDialog')

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
