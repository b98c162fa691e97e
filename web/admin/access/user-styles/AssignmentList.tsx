import { useQuery } from '@tanstack/react-query'
import { UserRoundX, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { StyleAssignment } from '#contract/access/user-styles.ts'
import { ResourceList } from '#web/admin/resource/ResourcePage.tsx'
import { useDelete } from '#web/admin/resource/use-delete.ts'
import { useDenial } from '#web/admin/resource/resource.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { call } from '#web/app/call.ts'
import { Card } from '#web/ui/Card.tsx'
import { assignedStylesQuery, stylesKey } from './user-styles.data.ts'
import styles from './UserStyles.module.css'
import { DeleteButton, EditButton, type CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { userPath } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { styleDeclarations } from './NamePreview.tsx'

const EditAssignmentDialog = lazyDialog(() => import('./AssignmentDialogs.tsx'), 'EditAssignmentDialog')

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
      {edited && <EditAssignmentDialog assignment={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

export function AssignmentRow({
  assignment: { users: user, user_styles: style, assigned_at, expires_at, is_active },
  onEdit,
  onDelete,
  isDeleting,
  denial,
}: { assignment: StyleAssignment } & CardControls) {
  const username = user?.username ?? 'Unknown User'
  const name = `${style.name} of ${username}`
  return (
    <li className="grid middle gap-2-4 pad-3-5">
      <Avatar name={username} src={user?.avatar_url} />
      <div className="grid min-0">
        <b>
          <StyledName name={username} css={styleDeclarations(style)} />
        </b>
        <span className="faint text-sm">{style.name}</span>
      </div>
      <span className={`muted text-sm leading-sm ${styles.dates}`}>
        Assigned {dateText(assigned_at)}
        <br />
        {expires_at ? `Expires ${dateText(expires_at)}` : 'Permanent'}
      </span>
      <Badge tone={is_active ? 'active' : 'idle'}>{is_active ? 'Active' : 'Inactive'}</Badge>
      <div className={`${styles.actions} justify-end flex wrap gap-2`}>
        {user && (
          <a
            href={userPath(user.username)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ size: 'sm' })}
          >
            <UserRound />
            View Profile<span className="visually-hidden"> of {username}</span>
          </a>
        )}
        <EditButton name={name} denial={denial} onClick={onEdit} />
        <DeleteButton
          denial={denial}
          name={name}
          label="Remove"
          busyText="Removing..."
          question="Are you sure you want to remove this style assignment?"
          isBusy={isDeleting}
          onConfirm={onDelete}
        />
      </div>
    </li>
  )
}
