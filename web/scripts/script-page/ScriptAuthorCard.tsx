import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { Script } from '#contract/scripts/scripts.ts'
import { authorPath, userPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { authorQuery } from './script-detail.data.ts'
import styles from './ScriptAuthorCard.module.css'

/** The space for the data of the card is reserved until it has loaded. */
export function ScriptAuthorCard({
  script,
}: {
  script: Pick<Script, 'author' | 'authorIsTeam' | 'coAuthors'>
}) {
  const { author: username, authorIsTeam, coAuthors = [] } = script
  const { data: card } = useQuery(authorQuery(username))
  return (
    <Card className={`${styles.card} cols-auto-fill-auto grid middle`}>
      <Avatar name={username} src={card?.avatar} size="md" />
      <div className="grid gap-2px min-0">
        <span className="bold ellipsis">
          <StyledName name={username} css={card?.css} />
        </span>
        <span className={`${styles.facts} faint text-sm numeric`} hidden={card === null}>
          {card &&
            `${fullNumber(card.scriptsUploaded)} script${card.scriptsUploaded === 1 ? '' : 's'} · ${authorIsTeam ? 'since' : 'joined'} ${dateText(card.joinDate)}`}
        </span>
      </div>
      <Link
        to={authorPath(script)}
        className={buttonClass({ size: 'sm' })}
        aria-label={authorIsTeam ? `Team ${username}` : `Profile of ${username}`}
      >
        {authorIsTeam ? 'Team' : 'Profile'}
      </Link>
      {coAuthors.length > 0 && (
        <ul
          className={`grid gap-8px line-above text-sm span-all ${styles.coAuthors}`}
          aria-label="Co-authors"
        >
          {coAuthors.map((author) => (
            <li className="grid cols-auto-fill-auto middle gap-8px" key={author.id}>
              <Avatar name={author.username} src={author.avatar} size="xs" />
              <Link className="ellipsis hover-underline" to={userPath(author.username)}>
                {author.username}
              </Link>
              <span className="faint">{author.role}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
