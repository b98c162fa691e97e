import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import { authorQuery } from './script-detail.data.ts'
import styles from './ScriptAuthorCard.module.css'

/** The name is known with the script; what else there is may come later, into room that is kept for it. */
export function ScriptAuthorCard({ username }: { username: string }) {
  const { data: profile } = useQuery(authorQuery(username))
  return (
    <Card className={styles.card}>
      <Avatar name={username} src={profile?.avatar} size="md" />
      <div className={styles.person}>
        <span className={styles.name}>
          <StyledName name={username} css={profile?.css} />
        </span>
        <span className={styles.facts} hidden={profile === null}>
          {profile &&
            `${fullNumber(profile.scriptsUploaded)} script${profile.scriptsUploaded === 1 ? '' : 's'} · joined ${profile.joinDate.slice(0, 4)}`}
        </span>
      </div>
      <Link
        to={userPath(username)}
        className={buttonClass({ size: 'sm' })}
        aria-label={`Profile of ${username}`}
      >
        Profile
      </Link>
    </Card>
  )
}
