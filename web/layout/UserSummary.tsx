import { Download, Package } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import styles from './UserSummary.module.css'

export function UserSummary({ user }: { user: CurrentUser }) {
  const [group] = user.groups ?? []
  return (
    <div className={styles.summary}>
      <div className={styles.who}>
        <Avatar name={user.username} src={user.avatar_url} size="md" />
        <div className={styles.names}>
          <div className={styles.nameLine}>
            <b className={styles.name}>
              <StyledName name={user.username} css={user.css} />
            </b>
            {group && <Badge color={group.color}>{group.display_name}</Badge>}
          </div>
          <p className={styles.email}>{user.email}</p>
        </div>
      </div>
      <dl className={styles.counts}>
        <div>
          <dt>
            <Package />
            Scripts uploaded
          </dt>
          <dd>{fullNumber(user.scripts_uploaded)}</dd>
        </div>
        <div>
          <dt>
            <Download />
            Total downloads
          </dt>
          <dd>{fullNumber(user.total_downloads)}</dd>
        </div>
      </dl>
    </div>
  )
}
