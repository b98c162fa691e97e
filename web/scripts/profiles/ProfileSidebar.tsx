import { Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'

import type { PublicProfile } from '#contract/scripts/profiles.ts'
import { settingsPath, userPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { FollowButton } from '#web/site/follows/FollowButton.tsx'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'

import styles from './ProfileSidebar.module.css'

export function ProfileSidebar({ profile }: { profile: PublicProfile }) {
  const { id, username, avatar, group, joinDate } = profile
  const hasAbout = profile.formattedText.length > 0 || profile.links.length > 0
  const isOwn = useSession()?.user.id === id
  return (
    <Card as="aside" className={`sticky-aside clip ${styles.card}`} aria-label={`About ${username}`}>
      <div className={`${styles.who} grid items-center gap-4 text-center`}>
        <Avatar name={username} src={avatar} size="xl" />
        <div className={`grid items-center gap-3 min-0 max-full ${styles.names}`}>
          <h1 className={`max-full break ${styles.name} text-h2`}>
            <StyledName name={username} css={profile.css} />
          </h1>
          {group && <Badge color={group.color}>{group.display_name}</Badge>}
          <p className="row gap-6px faint text-sm">
            <CalendarDays />
            <span>
              Joined <time dateTime={joinDate}>{dateText(joinDate)}</time>
            </span>
          </p>
        </div>
        <div className={`${styles.follow} full stack gap-2`}>
          <FollowButton kind="author" id={id} ownerIds={[id]} />
          <Link to="/collections" search={{ author: username }} className="text-link text-sm">
            Collections<span className="visually-hidden"> by {username}</span>
          </Link>
        </div>
      </div>
      {isOwn && (
        <Link to={settingsPath} className={`${buttonClass({ size: 'sm' })} ${styles.edit} absolute`}>
          Edit
          <span className="visually-hidden"> profile</span>
        </Link>
      )}
      <ReportButton
        subject={{
          name: username,
          userId: id,
          ...(hasAbout && { path: userPath(username), textKey: { kind: 'profile', id } }),
        }}
        ownerIds={[id]}
        size="sm"
        variant="ghost"
        className={`${styles.edit} absolute`}
      >
        Report
        <span className="visually-hidden"> this profile</span>
      </ReportButton>
      {hasAbout && (
        <div className={`${styles.about} grid gap-3 pad-5 line-above text-sm break`}>
          <FormattedText nodes={profile.formattedText} />
          {profile.links.length > 0 && (
            <ul className="flex wrap gap-1-4" aria-label="Links">
              {profile.links.map(({ label, url }) => (
                <li key={`${label} ${url}`}>
                  <a href={url} rel="nofollow ugc me" className="text-link">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <dl className={`${styles.stats} cols-3 grid line-above`}>
        <ProfileStat name="Scripts" value={profile.scriptsUploaded} />
        <ProfileStat name="Downloads" value={profile.totalDownloads} />
        <ProfileStat name="Reputation" value={profile.reputation} note="likes received" />
      </dl>
    </Card>
  )
}

function ProfileStat({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div className={`${styles.stat} flex gap-2px text-center`}>
      <dt className="faint text-xs">{name}</dt>
      <dd title={[fullNumber(value), note].filter(Boolean).join(' ')}>{shortNumber(value)}</dd>
    </div>
  )
}
