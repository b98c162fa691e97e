import { Link, useNavigate } from '@tanstack/react-router'
import { House, LogOut, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import { signOut } from '#web/app/session-actions.ts'
import { useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { ThemeButton } from '#web/layout/ThemeButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import { adminEntries } from './admin-entries.ts'
import styles from './Sidebar.module.css'

/** With `onClose` it is the content of the drawer, which cannot be collapsed. */
export function Sidebar({
  user,
  isCollapsed = false,
  onToggle,
  onClose,
}: {
  user: CurrentUser
  isCollapsed?: boolean
  onToggle?: () => void
  onClose?: () => void
}) {
  const { siteName } = useSite()
  const entries = adminEntries(useSession())
  const navigate = useNavigate()
  const label = (text: string) => <span className={isCollapsed ? 'visually-hidden' : undefined}>{text}</span>
  const tooltip = (text: string) => (isCollapsed ? { title: text } : {})
  return (
    <div className={`flex column tall scroll-y ${styles.sidebar}`} data-collapsed={isCollapsed || undefined}>
      <div className={`${styles.top} row between`}>
        {!isCollapsed && <span className={`${styles.brand} ellipsis`}>{siteName} ACP</span>}
        {onToggle && (
          <IconButton
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            icon={isCollapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
            aria-expanded={!isCollapsed}
            onClick={onToggle}
          />
        )}
        {onClose && <IconButton label="Close menu" icon={<X />} onClick={onClose} />}
      </div>
      <nav aria-label="Back office" className={`grow ${styles.nav}`}>
        <ul className="grid gap-2px">
          {entries.map(({ to, label: text, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={`row full round-md muted medium nowrap pointer min-h-md borderless hover-fill hover-vivid ${styles.entry} text-base`}
                activeOptions={{ exact: to === '/admin', includeSearch: false }}
                {...tooltip(text)}
              >
                <Icon />
                {label(text)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="stack gap-2px pad-3 line-above">
        <div className={`${styles.user} min-h-44 row`} title={isCollapsed ? user.username : undefined}>
          <Avatar name={user.username} src={user.avatar_url} size="sm" />
          {!isCollapsed && (
            <b className="grow min-0 ellipsis">
              <StyledName name={user.username} css={user.css} />
            </b>
          )}
          {!isCollapsed && <ThemeButton />}
        </div>
        <Link
          to="/"
          className={`row full round-md muted medium nowrap pointer min-h-md borderless hover-fill hover-vivid ${styles.entry} text-base`}
          activeOptions={{ exact: true }}
          {...tooltip('Home')}
        >
          <House />
          {label('Home')}
        </Link>
        <button
          type="button"
          className={`row full round-md muted medium nowrap pointer min-h-md borderless hover-fill hover-vivid ${styles.entry} text-base`}
          onClick={() => void signOut().then(() => navigate({ to: '/' }))}
          {...tooltip('Logout')}
        >
          <LogOut />
          {label('Logout')}
        </button>
      </div>
    </div>
  )
}
