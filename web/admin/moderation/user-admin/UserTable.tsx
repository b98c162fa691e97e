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

import type { Principal } from '#contract/access/authority.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { parseUserSearch, type UserSearch, type userColumns } from '#web/admin/admin-search.ts'
import { DataTable, type Column, type Choose, type Chosen } from '#web/admin/resource/DataTable.tsx'
import table from '#web/admin/resource/Table.module.css'
import { userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { StatusDot } from '#web/ui/StatusDot.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import { isAdministrator } from './principals.ts'
import { userActions, type UserAction } from './user-actions.ts'
import {
  accountAge,
  activityTag,
  hasManyAttempts,
  isLowSuccess,
  lastSeen,
  statusBadge,
  nextSort,
  sortOf,
} from './user-cells.ts'
import styles from './UserTable.module.css'

export type ChosenUsers = Chosen<AdminUser>

export function UserTable({
  users,
  actor,
  now,
  search,
  onAct,
  ...list
}: {
  users: readonly AdminUser[]
  actor: Principal
  /** When the list was loaded. */
  now: number
  search: UserSearch
  isStale: boolean
  chosen: ChosenUsers
  onChoose: Choose<AdminUser>
  onAct: (action: UserAction, user: AdminUser) => void
}) {
  const sortable = (column: (typeof userColumns)[number]): NonNullable<Column<AdminUser>['sort']> => ({
    order: sortOf(search, column),
    renderLink: (props) => (
      <Link
        to="/admin/users"
        search={parseUserSearch({ ...search, page: undefined, ...nextSort(search, column) })}
        resetScroll={false}
        activeOptions={{ exact: true, explicitUndefined: true }}
        {...props}
      />
    ),
  })
  return (
    <DataTable
      {...list}
      caption="Users"
      selectLabel="Select all users on this page"
      noun="user"
      nameOf={({ username }) => username}
      columns={[
        { label: 'User', sort: sortable('username'), render: (user) => <UserName user={user} /> },
        { label: 'Status', render: (user) => <Status user={user} /> },
        {
          label: 'Last seen',
          render: ({ last_login, days_since_last_active }) => (
            <>
              <span>{lastSeen(last_login, now)}</span>
              <span className="faint">{activityTag(days_since_last_active)}</span>
            </>
          ),
        },
        {
          label: 'Scripts',
          rank: '4',
          sort: sortable('scripts'),
          render: (user) => fullNumber(user.scripts_uploaded),
        },
        {
          label: 'Registration',
          rank: '4',
          sort: sortable('created_at'),
          render: (user) => (
            <>
              <time dateTime={user.created_at}>{dateText(user.created_at)}</time>
              {hasManyAttempts(user) && <Warning text={`${user.recent_login_attempts} login attempts`} />}
            </>
          ),
        },
        { label: 'Security', rank: '5', render: (user) => <Security user={user} /> },
        {
          label: 'Downloads',
          rank: '6',
          sort: sortable('downloads'),
          render: (user) => fullNumber(user.total_downloads),
        },
        {
          label: 'IP (reputation)',
          rank: '3',
          sort: sortable('reputation'),
          render: (user) => <IpAddresses user={user} />,
        },
        {
          label: 'Account',
          rank: '7',
          render: ({ account_age_days, phone_number }) => (
            <span className="faint">
              {accountAge(account_age_days)}
              {phone_number && ` · ${phone_number}`}
            </span>
          ),
        },
      ]}
      renderActions={(user) => <RowMenu user={user} actor={actor} onAct={onAct} />}
      rows={users}
    />
  )
}

type Props = { user: AdminUser }

function UserName({ user }: Props) {
  return (
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
  )
}

function Status({ user }: Props) {
  const { color, label } = statusBadge(user)
  return (
    <>
      <Badge color={color}>{label}</Badge>
      {user.notes && (
        <span className="inline-row gap-5px muted" title="Has notes">
          <StickyNote />
          <span className={styles.markerText}>Has notes</span>
        </span>
      )}
    </>
  )
}

function Security({ user }: Props) {
  return (
    <>
      <StatusDot tone={user.email_verified ? 'ok' : 'warn'}>
        {user.email_verified ? 'Verified' : 'Unverified'}
      </StatusDot>
      <StatusDot tone={user.two_factor_enabled ? 'ok' : 'idle'}>
        2FA {user.two_factor_enabled ? 'on' : 'off'}
      </StatusDot>
      {isLowSuccess(user) && <Warning text={`${Math.round(user.login_success_rate)}% login success`} />}
    </>
  )
}

function IpAddresses({ user: { registration_ip, last_login_ip, unique_ips, reputation } }: Props) {
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
      <span className={classNames('faint', styles.more)}>Reputation {fullNumber(reputation)}</span>
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
}: Props & { actor: Principal; onAct: (action: UserAction, user: AdminUser) => void }) {
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
