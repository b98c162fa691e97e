import { Link } from '@tanstack/react-router'
import { Download, Eye, Heart } from 'lucide-react'
import { memo } from 'react'

import type { Category } from '#contract/scripts/categories.ts'
import { scriptLimits } from '#contract/scripts/script-limits.ts'
import type { ScriptSummary } from '#contract/scripts/scripts.ts'
import { authorPath, scriptPath } from '#web/app/paths.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cardAboveClass, cardLinkClass, Card } from '#web/ui/Card.tsx'
import { CategoryChip } from '#web/ui/CategoryChip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'
import { Stat } from '#web/ui/Stat.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { VersionBadge } from '#web/ui/VersionBadge.tsx'

import { frameworkNamesOf } from './framework-names.ts'
import styles from './ScriptCard.module.css'
import { ScriptCover } from './ScriptCover.tsx'

const counts = [
  { key: 'downloads', label: 'Downloads', icon: <Download /> },
  { key: 'views', label: 'Views', icon: <Eye /> },
  { key: 'likes', label: 'Likes', icon: <Heart /> },
] as const
const dateLabels = { createdAt: 'Added', updatedAt: 'Updated' } as const

/** The card links to the script, the author's name to the author. */
export const ScriptCard = memo(function ScriptCard({
  script,
  category,
  loading = 'lazy',
  heading: Heading = 'h2',
  date = 'updatedAt',
}: {
  script: ScriptSummary
  category: Pick<Category, 'icon' | 'color'> | undefined
  /** `first` for the largest contentful paint, `eager` for the rest of its row. */
  loading?: 'first' | 'eager' | 'lazy'
  heading?: 'h2' | 'h3'
  /** The one that the list is sorted by. */
  date?: 'createdAt' | 'updatedAt'
}) {
  const frameworks = frameworkNamesOf(script)
  return (
    <Card as="article" isInteractive className={`tall ${styles.card}`}>
      <div className={`relative clip fill-3 wide-image ${styles.thumb}`} data-cover={scriptPath(script.id)}>
        <ScriptCover image={script.image} category={category} loading={loading} />
        <span className={`flex absolute ${styles.category} front`}>
          <CategoryChip name={script.category} color={category?.color} isOnImage />
        </span>
      </div>
      <div className={`${styles.body} flex grow column gap-6px`}>
        <Heading className={`min-0 clip text-lg break clamp-2 ${styles.title} leading-title`}>
          <Link to={scriptPath(script.id)} className={cardLinkClass}>
            {script.name}
          </Link>
        </Heading>
        <p className={`clip muted text-sm break clamp-2 leading ${styles.description}`}>
          {script.description}
        </p>
        {(script.tags.length > 0 || frameworks.length > 0) && (
          <div className={`${styles.tags} clip`}>
            {script.tags.length > 0 && (
              <ul aria-label="Tags">
                {script.tags.slice(0, scriptLimits.cardTags).map((tag) => (
                  <li className="flex max-full" key={tag}>
                    <Tag
                      label={tag}
                      renderLink={(props) => (
                        <Link
                          to="/scripts"
                          search={{ tag }}
                          {...props}
                          className={classNames(props.className, cardAboveClass)}
                        />
                      )}
                    />
                  </li>
                ))}
              </ul>
            )}
            {frameworks.length > 0 && (
              <span className={`${styles.frameworks} faint text-xs`}>{frameworks.join(' · ')}</span>
            )}
          </div>
        )}
      </div>
      <div className={`${styles.foot} row faint text-sm nowrap line-above`}>
        <Link
          to={authorPath(script)}
          className={classNames(
            'min-h-24 push-rest hover-vivid hover-underline row gap-8px min-0 muted',
            cardAboveClass,
          )}
        >
          <Avatar name={script.author} src={script.authorAvatar} size="xs" />
          <span className="ellipsis">{script.author}</span>
        </Link>
        <time dateTime={script[date]}>
          {dateLabels[date]} {dateText(script[date])}
        </time>
      </div>
      <div className={`${styles.stats} row faint text-sm nowrap`}>
        {counts.map(({ key, label, icon }) => (
          <Stat
            key={key}
            {...{ icon, label }}
            value={shortNumber(script[key])}
            title={`${fullNumber(script[key])} ${key}`}
          />
        ))}
        <span className={`${styles.version} flex rigid push`}>
          <VersionBadge version={script.version} />
        </span>
      </div>
    </Card>
  )
})
