import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, Download, Eye } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { authorPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { authorQuery } from './script-detail.data.ts'
import styles from './ScriptHeader.module.css'

export function ScriptHeader({ script, actions }: { script: Script; actions: ReactNode }) {
  const { category, author, downloads, views } = script
  const { data: profile } = useQuery(authorQuery(author))
  return (
    <header className="page-head">
      <Breadcrumbs
        steps={[
          { label: 'Scripts', renderLink: (props) => <Link to="/scripts" {...props} /> },
          { label: category, renderLink: (props) => <Link to="/scripts" search={{ category }} {...props} /> },
        ]}
      />
      <h1 className="mt-3 break">{script.name}</h1>
      <div className={`${styles.meta} row wrap mt-4 muted`}>
        <span className={`${styles.byline} inline-row wrap min-0`}>
          <Link
            to={authorPath(script)}
            className={`inline-row gap-10px min-0 vivid strong break hover-underline ${styles.author}`}
          >
            <Avatar name={author} src={profile?.avatar} size="sm" />
            <StyledName name={author} css={profile?.css} />
          </Link>
          {profile?.group && <Badge color={profile.group.color}>{profile.group.display_name}</Badge>}
        </span>
        <span className="inline-row gap-6px numeric nowrap">
          <Download className="faint" />
          {counted(downloads, 'download')}
        </span>
        <span className="inline-row gap-6px numeric nowrap">
          <Clock className="faint" />
          <span>
            Updated <time dateTime={script.updatedAt}>{dateText(script.updatedAt)}</time>
          </span>
        </span>
        {/* The last one: the view of this visit changes its width. */}
        <span className="inline-row gap-6px numeric nowrap">
          <Eye className="faint" />
          {counted(views, 'view')}
        </span>
      </div>
      {actions}
    </header>
  )
}

function counted(count: number, noun: string): string {
  return `${fullNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}
