import { useNavigate } from '@tanstack/react-router'
import { Ban, EllipsisVertical, StickyNote, TriangleAlert, UserPen, UserRound } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'

import type { AdminUser } from '#contract/user-admin.ts'
import { userPath } from '#web/app/paths.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import type { MenuEntry } from '#web/ui/menu-entry.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/time-ago.ts'

import {
  accountAge,
  activityTag,
  hasManyAttempts,
  isLowSuccess,
  lastSeen,
  statusBadge,
} from './user-cells.ts'
import styles from './UserTable.module.css'

/** Many at a time: each function it is given must stay the same one, so that only what changes is drawn again. */
export const UserRow = memo(function UserRow({
  user,
  now,
  isChosen,
  onChoose,
  onEdit,
  onBan,
}: {
  user: AdminUser
  now: number
  isChosen: boolean
  onChoose: (id: number) => void
  onEdit: (id: number) => void
  onBan: (user: AdminUser) => void
}) {
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.choice}>
        <Checkbox
          label={`Select ${user.username}`}
          isLabelHidden
          checked={isChosen}
          onChange={() => onChoose(user.id)}
        />
      </td>
      <UserCells user={user} now={now} onEdit={onEdit} onBan={onBan} />
    </tr>
  )
})

const UserCells = memo(function UserCells({
  user,
  now,
  onEdit,
  onBan,
}: {
  user: AdminUser
  now: number
  onEdit: (id: number) => void
  onBan: (user: AdminUser) => void
}) {
  const badge = statusBadge(user)
  return (
    <>
      <th scope="row" className={styles.who}>
        <Avatar name={user.username} src={user.avatar_url} size="md" />
        <div className={styles.names}>
          <div className={styles.nameLine}>
            <b className={styles.name}>
              <StyledName name={user.username} css={user.css} />
            </b>
            {user.is_admin && (
              <Badge tone="neutral" hasDot={false}>
                Admin
              </Badge>
            )}
            {!user.email_verified && (
              <Badge tone="warn" hasDot={false}>
                Unverified
              </Badge>
            )}
          </div>
          <span className={styles.small}>{user.email}</span>
          <span className={styles.faint}>
            {accountAge(user.account_age_days)}
            {user.phone_number && ` · ${user.phone_number}`}
          </span>
        </div>
      </th>
      <Cell label="Security">
        <StatusDot tone={user.email_verified ? 'ok' : 'warn'}>
          {user.email_verified ? 'Verified' : 'Unverified'}
        </StatusDot>
        <StatusDot tone={user.two_factor_enabled ? 'ok' : 'idle'}>
          2FA {user.two_factor_enabled ? 'on' : 'off'}
        </StatusDot>
        {isLowSuccess(user) && <Warning>{Math.round(user.login_success_rate)}% login success</Warning>}
      </Cell>
      <Cell label="Scripts">{fullNumber(user.scripts_uploaded)}</Cell>
      <Cell label="Downloads">{fullNumber(user.total_downloads)}</Cell>
      <Cell label="IP (reputation)">
        <Addresses user={user} />
        <span className={styles.faint}>Reputation {fullNumber(user.reputation)}</span>
      </Cell>
      <Cell label="Registration">
        <time dateTime={user.created_at}>{dateText(user.created_at)}</time>
        {hasManyAttempts(user) && <Warning>{user.recent_login_attempts} login attempts</Warning>}
      </Cell>
      <Cell label="Last seen">
        <span>{lastSeen(user.last_login, now)}</span>
        <span className={styles.faint}>{activityTag(user.days_since_last_active)}</span>
      </Cell>
      <Cell label="Status">
        <Badge color={badge.color}>{badge.label}</Badge>
        {user.notes && (
          <span className={styles.marker}>
            <StickyNote />
            Has notes
          </span>
        )}
      </Cell>
      <td className={styles.actions}>
        <RowMenu user={user} onEdit={onEdit} onBan={onBan} />
      </td>
    </>
  )
})

function Addresses({ user: { registration_ip, last_login_ip, unique_ips } }: { user: AdminUser }) {
  return (
    <>
      <span className={styles.address}>{registration_ip ?? 'Unknown'}</span>
      {last_login_ip && last_login_ip !== registration_ip && (
        <span className={styles.address}>
          <span className="visually-hidden">Last login from </span>→ {last_login_ip}
        </span>
      )}
      {unique_ips.length > 1 && <span className={styles.faint}>{unique_ips.length} unique IPs</span>}
    </>
  )
}

function RowMenu({
  user,
  onEdit,
  onBan,
}: {
  user: AdminUser
  onEdit: (id: number) => void
  onBan: (user: AdminUser) => void
}) {
  const session = useSession()
  const navigate = useNavigate()
  const mayEdit = mayUse(session, 'admin.users.edit.basic') || mayUse(session, 'admin.users.edit.groups')
  const entries: MenuEntry[] = [
    {
      id: 'profile',
      label: 'View Profile',
      icon: <UserRound />,
      onSelect: () => window.open(userPath(user.username), '_blank', 'noopener'),
    },
  ]
  if (mayEdit)
    entries.push({ id: 'edit', label: 'Edit User', icon: <UserPen />, onSelect: () => onEdit(user.id) })
  if (mayUse(session, 'admin.users.ban'))
    entries.push('separator', {
      id: 'ban',
      label: 'Ban User',
      icon: <Ban />,
      isDanger: true,
      onSelect: () => onBan(user),
    })
  return (
    <MenuButton
      label={`Actions for ${user.username}`}
      className={buttonClass({ variant: 'ghost', isIconOnly: true })}
      entries={entries}
      onNavigate={(href) => void navigate({ to: href })}
    >
      <EllipsisVertical />
    </MenuButton>
  )
}

/** Beside its value stands the name of the column, for the cards that have no head row. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td>
      <span className={styles.cellLabel} aria-hidden="true">
        {label}
      </span>
      <div className={styles.cell}>{children}</div>
    </td>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <TriangleAlert />
      {children}
    </span>
  )
}
