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
    <div className={`${styles.summary} grid gap-3`}>
      <div className="row gap-3">
        <Avatar name={user.username} src={user.avatar_url} size="md" />
        <div className="min-0">
          <div className={`${styles.nameLine} row wrap`}>
            <b className={styles.name}>
              <StyledName name={user.username} css={user.css} />
            </b>
            {group && <Badge color={group.color}>{group.display_name}</Badge>}
          </div>
          <p className={`${styles.email} faint text-sm`}>{user.email}</p>
        </div>
      </div>
      <dl className={`${styles.counts} grid gap-2px text-sm`}>
        <div className="flex between gap-3">
          <dt className="middle gap-2 muted">
            <Package />
            Scripts uploaded
          </dt>
          <dd className="strong numeric">{fullNumber(user.scripts_uploaded)}</dd>
        </div>
        <div className="flex between gap-3">
          <dt className="middle gap-2 muted">
            <Download />
            Total downloads
          </dt>
          <dd className="strong numeric">{fullNumber(user.total_downloads)}</dd>
        </div>
      </dl>
    </div>
  )
}
