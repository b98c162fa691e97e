import { Pencil, Trash2, UserRound, UserRoundX } from 'lucide-react'

import type { StyleAssignment } from '#contract/user-styles.ts'
import { useRemoval } from '#web/admin/use-removal.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/time-ago.ts'

import { shownCss } from './style-form.ts'
import { stylesKey } from './user-styles.data.ts'
import styles from './UserStyles.module.css'

export function AssignmentList({
  assignments,
  onEdit,
}: {
  assignments: readonly StyleAssignment[]
  onEdit: (assignment: StyleAssignment) => void
}) {
  const { remove, removingId } = useRemoval({
    remove: (id) => call('DELETE /api/user-styles/assign/:id', { params: { id } }),
    queryKeys: [stylesKey],
    done: 'Style assignment removed successfully!',
    failed: 'Failed to remove style assignment',
  })
  if (assignments.length === 0)
    return (
      <Card>
        <EmptyState icon={<UserRoundX />} title="No assignments found" text="Nobody has a style here." />
      </Card>
    )
  function ask(id: number) {
    // oxlint-disable-next-line no-alert -- the specification wants the browser's own question here
    if (confirm('Are you sure you want to remove this style assignment?')) remove(id)
  }
  return (
    <Card as="section" aria-label="Assignments">
      <ul className={styles.assignments}>
        {assignments.map((assignment) => {
          const { id, users, user_styles, assigned_at, expires_at, is_active } = assignment
          const name = users?.username ?? 'Unknown User'
          return (
            <li key={id}>
              <Avatar name={name} src={users?.avatar_url} />
              <div className={styles.who}>
                <b>
                  <StyledName name={name} css={shownCss(user_styles)} />
                </b>
                <span className={styles.faint}>{user_styles.name}</span>
              </div>
              <span className={styles.dates}>
                Assigned {dateText(assigned_at)}
                <br />
                {expires_at ? `Expires ${dateText(expires_at)}` : 'Permanent'}
              </span>
              <Badge tone={is_active ? 'active' : 'idle'}>{is_active ? 'Active' : 'Inactive'}</Badge>
              <div className={styles.actions}>
                {users && (
                  <a
                    href={userPath(users.username)}
                    target="_blank"
                    rel="noopener"
                    className={buttonClass({ size: 'sm' })}
                  >
                    <UserRound />
                    View Profile<span className="visually-hidden"> of {name}</span>
                  </a>
                )}
                <Button size="sm" icon={<Pencil />} onClick={() => onEdit(assignment)}>
                  Edit
                  <span className="visually-hidden">
                    {' '}
                    {user_styles.name} of {name}
                  </span>
                </Button>
                <Button
                  size="sm"
                  variant="danger-outline"
                  icon={<Trash2 />}
                  isBusy={removingId === id}
                  busyText="Removing..."
                  onClick={() => ask(id)}
                >
                  Remove
                  <span className="visually-hidden">
                    {' '}
                    {user_styles.name} of {name}
                  </span>
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
