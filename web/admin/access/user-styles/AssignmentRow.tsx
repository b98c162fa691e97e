import { UserRound } from 'lucide-react'

import type { StyleAssignment } from '#contract/access/user-styles.ts'
import { DeleteButton } from '#web/admin/resource/DeleteButton.tsx'
import { EditButton } from '#web/admin/resource/EditButton.tsx'
import type { CardControls } from '#web/admin/resource/ResourceCard.tsx'
import { userPath } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { styleDeclarations } from './style-declarations.ts'
import styles from './UserStyles.module.css'

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
    <li>
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
      <div className={`${styles.actions} flex wrap gap-2`}>
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
