import { Link } from '@tanstack/react-router'
import { BellOff, FileCode, Library, UserRound } from 'lucide-react'

import { followedNews, type Follow, type FollowFilter } from '#contract/site/follows.ts'
import { frameworks, games } from '#contract/scripts/script-limits.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { gameNames } from '#web/scripts/script-lists/active-filters.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { Select } from '#web/ui/Select.tsx'

import styles from './Following.module.css'
import { newsNames } from './follows.texts.ts'

const icons = { script: <FileCode />, author: <UserRound />, collection: <Library /> }

function pathOf({ kind, id, name }: Follow): string {
  if (kind === 'author') return userPath(name)
  return kind === 'script' ? scriptPath(id) : `/collections/${id}`
}

function kindText({ kind, author }: Follow): string {
  if (kind === 'author') return 'Author'
  if (kind === 'script') return `Script by ${author ?? 'a deleted user'}`
  return author === null ? 'Collection' : `Collection by ${author}`
}

export function FollowRow({
  follow,
  onFilter,
  onUnfollow,
}: {
  follow: Follow
  onFilter: (filter: FollowFilter) => void
  onUnfollow: () => void
}) {
  const { kind, name, isPublic, followers, filter } = follow
  return (
    <li className={`grid middle gap-3-4 pad-4 cols-auto-fill-auto ${styles.row}`}>
      <span className="grid center round-md fill-2 muted square-40 text-icon">{icons[kind]}</span>
      <div className="grid gap-2px min-0">
        {isPublic ? (
          <Link to={pathOf(follow)} className="strong break hover-underline">
            {name}
          </Link>
        ) : (
          <span className="strong break hover-underline">{name || 'A collection that is not public'}</span>
        )}
        <p className="flex wrap gap-0-4 faint text-sm break">
          <span>{kindText(follow)}</span>
          <span>{followers === 1 ? '1 follower' : `${fullNumber(followers)} followers`}</span>
          {!isPublic && <span>Not public at the moment</span>}
        </p>
      </div>
      <Button size="sm" icon={<BellOff />} className={styles.end} onClick={onUnfollow}>
        Unfollow<span className="visually-hidden"> {name}</span>
      </Button>
      {kind !== 'collection' && (
        <fieldset className={`${styles.filters} col-2-end flex wrap gap-2`}>
          <legend className="visually-hidden">What you get about {name}</legend>
          <Select
            label="News"
            layout="inline"
            isSet={filter.news !== 'all'}
            value={filter.news}
            options={followedNews.map((news) => ({ value: news, label: newsNames[news] }))}
            onChange={({ currentTarget: { value } }) => {
              const news = followedNews.find((known) => known === value)
              if (news) onFilter({ ...filter, news })
            }}
          />
          <FilterSelect
            label="Framework"
            emptyLabel="Any"
            value={filter.framework ?? undefined}
            options={frameworks.map((framework) => ({ value: framework, label: frameworkNames[framework] }))}
            onChange={(value) =>
              onFilter({ ...filter, framework: frameworks.find((known) => known === value) ?? null })
            }
          />
          <FilterSelect
            label="Game"
            emptyLabel="Any"
            value={filter.game ?? undefined}
            options={games.map((game) => ({ value: game, label: gameNames[game] }))}
            onChange={(value) =>
              onFilter({ ...filter, game: games.find((known) => known === value) ?? null })
            }
          />
        </fieldset>
      )}
    </li>
  )
}
