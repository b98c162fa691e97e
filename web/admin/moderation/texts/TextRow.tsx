import { Link } from '@tanstack/react-router'

import { teamPath, userPath } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'
import { worksPath } from '#web/scripts/versions/version-paths.ts'

import type { ListedText } from './texts.data.ts'

export function TextRow({
  text: { kind, user, text, links, image, script, versionId, id, at, hidden },
  isChosen,
  onToggle,
}: {
  text: ListedText
  isChosen: boolean
  onToggle: () => void
}) {
  return (
    <li className="grid gap-2-3 pad-4-5 cols-auto-fill">
      <Checkbox
        label={`Select the text of ${user.username}${script ? ` about ${script.name}` : ''}`}
        isLabelHidden
        checked={isChosen}
        onChange={onToggle}
      />
      <div className="grid gap-2 min-0">
        {image && <Avatar name={user.username} src={image} size="lg" alt={`The image of ${user.username}`} />}
        <p className="break pre-line">{text || <span className="faint">No text</span>}</p>
        {links.map((link) => (
          <p key={link} className="break pre-line">
            <bdi>{link}</bdi>
          </p>
        ))}
        <p className="row wrap gap-1-4 faint text-sm">
          <Link
            to={kind === 'team' ? teamPath(user.username) : userPath(user.username)}
            className="text-link"
          >
            {user.username}
          </Link>
          {script && versionId !== null && (
            <Link
              to={worksPath(script.id)}
              search={{ v: versionId }}
              hash={`report-${id}`}
              className="text-link"
            >
              {script.name}
            </Link>
          )}
          <TimeAgo time={at} />
        </p>
        {hidden && (
          <p className="row wrap gap-1-4 faint text-sm">
            <Badge tone="warn">Hidden</Badge>
            <span>
              {hidden.reason} {hidden.by && `(${hidden.by})`}
            </span>
          </p>
        )}
      </div>
    </li>
  )
}
