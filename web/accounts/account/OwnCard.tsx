import { Link } from '@tanstack/react-router'

import type { CurrentUser } from '#contract/access/users.ts'
import { userPath } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import { memberTag } from './member-tag.ts'
import styles from './OwnCard.module.css'

/** Shows the signed-in user as others see them. */
export function OwnCard({ user }: { user: CurrentUser }) {
  const { username, avatar_url } = user
  const [group] = user.groups ?? []
  return (
    <Card as="aside" padding="md" className="grid gap-4 sticky-aside" aria-labelledby="own-card-title">
      <h2 id="own-card-title" className={`faint ${styles.title}`}>
        How others see you
      </h2>
      <div className="grid gap-3 middle cols-auto-fill">
        <Avatar name={username} src={avatar_url} size="md" />
        <div className="grid items-start gap-4px">
          <p className="max-full strong leading-sm">
            <StyledName name={username} css={user.css} />
          </p>
          {group && <Badge color={group.color}>{memberTag(group)}</Badge>}
        </div>
      </div>
      <Link to={userPath(username)} className={buttonClass({ isWide: true })}>
        View Profile
      </Link>
    </Card>
  )
}
