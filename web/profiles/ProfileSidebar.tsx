import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'

import type { PublicProfile } from '#contract/profiles.ts'
import { settingsPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/time-ago.ts'

import styles from './ProfileSidebar.module.css'

/** Who this is, and what they have given to the community. */
export function ProfileSidebar({ profile }: { profile: PublicProfile }) {
  const { id, username, avatar, group, joinDate } = profile
  const isOwn = useSession()?.user.id === id
  return (
    <Card as="aside" className={styles.card} aria-label={`About ${username}`}>
      <div className={styles.who}>
        <Avatar name={username} src={avatar} size="xl" />
        <div className={styles.names}>
          <h1 className={styles.name}>
            <StyledName name={username} css={profile.css} />
          </h1>
          {group && <Badge color={group.color}>{group.display_name}</Badge>}
          <p className={styles.joined}>
            <CalendarDays />
            <span>
              Joined <time dateTime={joinDate}>{dateText(joinDate)}</time>
            </span>
          </p>
        </div>
      </div>
      {isOwn && (
        <Link to={settingsPath} className={`${buttonClass({ size: 'sm' })} ${styles.edit}`}>
          Edit
          <span className="visually-hidden"> profile</span>
        </Link>
      )}
      <dl className={styles.figures}>
        <Figure name="Scripts" value={profile.scriptsUploaded} />
        <Figure name="Downloads" value={profile.totalDownloads} />
        <Figure name="Reputation" value={profile.reputation} note="likes received" />
      </dl>
    </Card>
  )
}

function Figure({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd title={[fullNumber(value), note].filter(Boolean).join(' ')}>{shortNumber(value)}</dd>
    </div>
  )
}
