import { Link, useNavigate } from '@tanstack/react-router'
import {
  Ban,
  EllipsisVertical,
  History,
  Network,
  ShieldMinus,
  ShieldPlus,
  StickyNote,
  TriangleAlert,
  UserCheck,
  UserLock,
  UserPen,
  UserRound,
} from 'lucide-react'
import { memo } from 'react'

import type { Principal } from '#contract/access/authority.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { parseUserSearch } from '#web/admin/admin-search.ts'
import { DataCell } from '#web/admin/resource/DataTable.tsx'
import table from '#web/admin/resource/Table.module.css'
import { userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { isAdministrator } from './principals.ts'
import { userActions } from './user-actions.ts'
import type { UserAction } from './user-actions.ts'
import {
  accountAge,
  activityTag,
  hasManyAttempts,
  isLowSuccess,
  lastSeen,
  statusBadge,
} from './user-cells.ts'
import styles from './UserTable.module.css'

/** Memoized, because a page has many rows: the functions passed to it must be stable. */
export const UserRow = memo(function UserRow({
  user,
  actor,
  now,
  isChosen,
  onChoose,
  onAct,
}: {
  user: AdminUser
  actor: Principal
  now: number
  isChosen: boolean
  onChoose: (user: AdminUser) => void
  onAct: (action: UserAction, user: AdminUser) => void
}) {
  return (
    <tr data-chosen={isChosen || undefined} data-user={user.id}>
      <td className={table.choice}>
        <Checkbox
          label={`Select ${user.username}`}
          isLabelHidden
          checked={isChosen}
          onChange={() => onChoose(user)}
        />
      </td>
      <UserCells user={user} actor={actor} now={now} onAct={onAct} />
    </tr>
  )
})

const UserCells = memo(function UserCells({
  user,
  actor,
  now,
  onAct,
}: {
  user: AdminUser
  actor: Principal
  now: number
  onAct: (action: UserAction, user: AdminUser) => void
}) {
  const badge = statusBadge(user)
  return (
    <>
      <th scope="row">
        <div className={classNames(`${table.who} row gap-2 min-0`, styles.who)}>
          <Avatar name={user.username} src={user.avatar_url} size="sm" />
          <b className={`${table.name} clip`}>
            <StyledName name={user.username} css={user.css} />
          </b>
          {isAdministrator(user) && (
            <Badge tone="neutral" hasDot={false}>
              Admin
            </Badge>
          )}
          {!user.email_verified && (
            <Badge tone="warn" hasDot={false}>
              Unverified
            </Badge>
          )}
          <span className={`${styles.email} min-0 clip muted`} title={user.email}>
            {user.email}
          </span>
        </div>
      </th>
      <DataCell label="Status">
        <Badge color={badge.color}>{badge.label}</Badge>
        {user.notes && (
          <span className="inline-row gap-5px muted" title="Has notes">
            <StickyNote />
            <span className={styles.markerText}>Has notes</span>
          </span>
        )}
      </DataCell>
      <DataCell label="Last seen">
        <span>{lastSeen(user.last_login, now)}</span>
        <span className="faint">{activityTag(user.days_since_last_active)}</span>
      </DataCell>
      <DataCell label="Scripts" rank="4">
        {fullNumber(user.scripts_uploaded)}
      </DataCell>
      <DataCell label="Registration" rank="4">
        <time dateTime={user.created_at}>{dateText(user.created_at)}</time>
        {hasManyAttempts(user) && <Warning text={`${user.recent_login_attempts} login attempts`} />}
      </DataCell>
      <DataCell label="Security" rank="5">
        <StatusDot tone={user.email_verified ? 'ok' : 'warn'}>
          {user.email_verified ? 'Verified' : 'Unverified'}
        </StatusDot>
        <StatusDot tone={user.two_factor_enabled ? 'ok' : 'idle'}>
          2FA {user.two_factor_enabled ? 'on' : 'off'}
        </StatusDot>
        {isLowSuccess(user) && <Warning text={`${Math.round(user.login_success_rate)}% login success`} />}
      </DataCell>
      <DataCell label="Downloads" rank="6">
        {fullNumber(user.total_downloads)}
      </DataCell>
      <DataCell label="IP (reputation)" rank="3">
        <IpAddresses user={user} />
        <span className={classNames('faint', styles.more)}>Reputation {fullNumber(user.reputation)}</span>
      </DataCell>
      <DataCell label="Account" rank="7">
        <span className="faint">
          {accountAge(user.account_age_days)}
          {user.phone_number && ` · ${user.phone_number}`}
        </span>
      </DataCell>
      <td className={table.actions}>
        <RowMenu user={user} actor={actor} onAct={onAct} />
      </td>
    </>
  )
})

function IpAddresses({ user: { registration_ip, last_login_ip, unique_ips } }: { user: AdminUser }) {
  return (
    <>
      {registration_ip === null ? (
        <span className={`hover-underline ${styles.ip} mono`}>Unknown</span>
      ) : (
        <IpLink ip={registration_ip} />
      )}
      {last_login_ip && last_login_ip !== registration_ip && (
        <span className={classNames('hover-underline', `${styles.ip} mono`, styles.more)}>
          <span className="visually-hidden">Last login from </span>→ <IpLink ip={last_login_ip} />
        </span>
      )}
      {unique_ips.length > 1 && (
        <span className={classNames('faint', styles.more)}>{unique_ips.length} unique IPs</span>
      )}
    </>
  )
}

function IpLink({ ip }: { ip: string }) {
  return (
    <Link
      to="/admin/users"
      search={parseUserSearch({ ip })}
      className={`hover-underline ${styles.ip} mono`}
      title="Accounts from this IP"
    >
      {ip}
    </Link>
  )
}

function RowMenu({
  user,
  actor,
  onAct,
}: {
  user: AdminUser
  actor: Principal
  onAct: (action: UserAction, user: AdminUser) => void
}) {
  const navigate = useNavigate()
  const entries: MenuEntry[] = [
    {
      id: 'profile',
      label: 'View Profile',
      icon: <UserRound />,
      onSelect: () => window.open(userPath(user.username), '_blank', 'noopener'),
    },
    ...userActions(actor, user).map(({ action, label, isDisabled }) => ({
      id: action,
      label,
      icon: icons[action],
      isDanger: action === 'ban',
      isDisabled,
      onSelect: () => onAct(action, user),
    })),
  ]
  return (
    <MenuButton
      label={`Actions for ${user.username}`}
      className={buttonClass({ variant: 'ghost', size: 'sm', isIconOnly: true })}
      entries={entries}
      onNavigate={(href) => void navigate({ to: href })}
    >
      <EllipsisVertical />
    </MenuButton>
  )
}

const icons = {
  edit: <UserPen />,
  'same-ip': <Network />,
  suspend: <UserLock />,
  resume: <UserCheck />,
  promote: <ShieldPlus />,
  demote: <ShieldMinus />,
  'undo-acts': <History />,
  ban: <Ban />,
}

/** Repeats the column's name for narrow screens, where rows are cards without a header row. */
function Warning({ text }: { text: string }) {
  return (
    <span className="inline-row gap-5px warning" title={text}>
      <TriangleAlert />
      <span className={styles.markerText}>{text}</span>
    </span>
  )
}
