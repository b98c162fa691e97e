import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { StyleAssignment } from '#contract/access/user-styles.ts'
import { ResourceList } from '#web/admin/resource/ResourceList.tsx'
import { useDelete } from '#web/admin/resource/use-delete.ts'
import { useDenial } from '#web/admin/use-denial.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { call } from '#web/app/call.ts'
import { Card } from '#web/ui/Card.tsx'

import { AssignmentRow } from './AssignmentRow.tsx'
import { assignedStylesQuery, stylesKey } from './user-styles.data.ts'
import styles from './UserStyles.module.css'

const EditAssignmentDialog = lazyPart(() => import('./EditAssignmentDialog.tsx'), 'EditAssignmentDialog')

export function AssignmentList({ q }: { q: string | undefined }) {
  const query = useQuery(assignedStylesQuery(q))
  const denial = useDenial('admin.styles.manage')
  const [edited, setEdited] = useState<StyleAssignment>()
  const { deleteItem, deletingId } = useDelete({
    remove: (id) => call('DELETE /api/user-styles/assign/:id', { params: { id } }),
    queryKeys: [stylesKey],
    texts: {
      deleted: 'Style assignment removed successfully!',
      deleteFailed: 'Failed to remove style assignment',
    },
  })
  return (
    <>
      <ResourceList
        query={query}
        items={query.data?.flatMap(({ assignments }) => assignments)}
        failedTitle="Failed to fetch style assignments"
        skeletonHeight={280}
        empty={{ icon: <UserRoundX />, title: 'No assignments found', text: 'Nobody has a style here.' }}
      >
        {(assignments) => (
          <Card as="section" aria-label="Assignments">
            <ul className={`lined ${styles.assignments}`}>
              {assignments.map((assignment) => (
                <AssignmentRow
                  key={assignment.id}
                  assignment={assignment}
                  onEdit={() => setEdited(assignment)}
                  onDelete={() => deleteItem(assignment.id)}
                  isDeleting={deletingId === assignment.id}
                  denial={denial}
                />
              ))}
            </ul>
          </Card>
        )}
      </ResourceList>
      <Suspense>
        {edited && <EditAssignmentDialog assignment={edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </>
  )
}
