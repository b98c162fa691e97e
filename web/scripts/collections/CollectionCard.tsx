import { Link } from '@tanstack/react-router'
import { BellRing, FileCode } from 'lucide-react'

import type { CollectionSummary } from '#contract/scripts/collections.ts'
import { userPath } from '#web/app/paths.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card, cardAboveClass, cardLinkClass } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'
import { Stat } from '#web/ui/Stat.tsx'

import { collectionPath } from './collection-paths.ts'
import styles from './CollectionCard.module.css'
import { CollectionCover } from './CollectionCover.tsx'
import { scriptsText, visibilityNames } from './collections.texts.ts'

/** `isOwn` shows who can see it instead of the owner. */
export function CollectionCard({
  collection,
  loading = 'lazy',
  isOwn = false,
  isHidden = false,
}: {
  collection: CollectionSummary
  loading?: 'first' | 'eager' | 'lazy'
  isOwn?: boolean
  isHidden?: boolean
}) {
  const { id, title, images, owner, entryCount, followers, updatedAt, visibility } = collection
  return (
    <Card as="article" isInteractive className="tall">
      <CollectionCover images={images} loading={loading} className="wide-image" />
      <div className={`${styles.body} content-start grid grow gap-6px`}>
        <h2 className="leading-title text-lg break">
          <Link to={collectionPath(id)} className={cardLinkClass}>
            {title}
          </Link>
        </h2>
        {isOwn ? (
          <span>
            <Badge tone={isHidden ? 'danger' : visibility === 'public' ? 'ok' : 'neutral'}>
              {isHidden ? 'Hidden by a moderator' : visibilityNames[visibility]}
            </Badge>
          </span>
        ) : (
          <Link
            to={userPath(owner.username)}
            className={classNames(
              'min-h-24 hover-vivid hover-underline self-start muted text-sm break',
              cardAboveClass,
            )}
          >
            by {owner.username}
          </Link>
        )}
      </div>
      <div className={`${styles.foot} row line-above faint text-sm nowrap`}>
        <Stat
          icon={<FileCode />}
          label="Scripts"
          value={String(entryCount)}
          title={scriptsText(entryCount)}
        />
        {visibility === 'public' && (
          <Stat
            icon={<BellRing />}
            label="Followers"
            value={shortNumber(followers)}
            title={followers === 1 ? '1 follower' : `${fullNumber(followers)} followers`}
          />
        )}
        <time dateTime={updatedAt} className="push" title="Updated">
          <span className="visually-hidden">Updated </span>
          {dateText(updatedAt)}
        </time>
      </div>
    </Card>
  )
}
