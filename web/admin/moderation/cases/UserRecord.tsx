import { Link } from '@tanstack/react-router'

import type { Case } from '#contract/moderation/cases.ts'
import { decisionTexts, kindNames } from '#web/moderation/cases/cases.texts.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

/** The record of the user concerned, as entries of the facts of a case. */
export function UserRecord({ record }: { record: NonNullable<Case['userRecord']> }) {
  const { registeredAt, publishedScripts, groups, bans, isBanned, decisions } = record
  return (
    <>
      <div>
        <dt>Registered</dt>
        <dd>
          <TimeAgo time={registeredAt} />
        </dd>
      </div>
      <div>
        <dt>Published scripts</dt>
        <dd>{publishedScripts}</dd>
      </div>
      <div>
        <dt>Groups</dt>
        <dd>{groups.join(', ') || 'None'}</dd>
      </div>
      <div>
        <dt>Bans</dt>
        <dd>{isBanned ? `${bans}, banned now` : bans || 'None'}</dd>
      </div>
      {decisions.length > 0 && (
        <div>
          <dt>Earlier decisions</dt>
          <dd>
            <ul className="grid gap-2px" aria-label="Earlier decisions">
              {decisions.map(({ id, kind, title, decision, at }) => (
                <li key={id}>
                  <Link to="/admin/moderation/$id" params={{ id: String(id) }} className="text-link">
                    {kindNames[kind]} #{id}
                  </Link>{' '}
                  <bdi>{title}</bdi>: {decisionTexts[decision]}, <TimeAgo time={at} />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </>
  )
}
