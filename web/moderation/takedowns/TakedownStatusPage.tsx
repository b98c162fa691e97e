import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'

import type { TakedownStatus } from '#contract/moderation/takedowns.ts'
import { LinkFailed, LinkResult } from '#web/accounts/auth/LinkResult.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { useLinkSecret, isUnknown, statusQuery } from './takedown.data.ts'
import styles from './Takedown.module.css'

const states = {
  received: { tone: 'warn', label: 'Waiting for a decision' },
  'taken-down': { tone: 'ok', label: 'Taken down' },
  denied: { tone: 'danger', label: 'Denied' },
  'counter-notice': { tone: 'warn', label: 'A counter-notice was sent' },
  restored: { tone: 'info', label: 'Restored' },
} as const

/** For the sender of a notice, by a secret link. */
export function TakedownStatusPage() {
  const { number } = useParams({ from: '/takedown/$number' })
  const secret = useLinkSecret()
  const { data, error, isFetching, refetch } = useQuery({
    ...statusQuery(number, secret ?? ''),
    enabled: Boolean(secret),
  })
  if (data) return <Status status={data} />
  if (secret === '' || isUnknown(error))
    return (
      <LinkResult
        icon={<Unlink />}
        title="This link does not open a notice"
        text="Use the complete link from the email with the number of your notice."
        action={
          <Link to="/dmca" className={buttonClass()}>
            Read the DMCA policy
          </Link>
        }
      />
    )
  if (error)
    return (
      <LinkFailed
        title="The status could not be loaded"
        busyText="Loading..."
        {...{ error, isFetching, refetch }}
      />
    )
  return (
    <div className="page-width stack gap-6 pb-16 reading">
      <PageHead title={number} />
      <Skeleton shape="block" height={240} />
    </div>
  )
}

function Status({ status }: { status: TakedownStatus }) {
  const { number, state, scripts, receivedAt, dueAt, decidedAt, response } = status
  const { tone, label } = states[state]
  return (
    <div className="page-width stack gap-6 pb-16 reading">
      <PageHead title={number} text="The status of your takedown notice." />
      <Card padding="lg">
        <dl
          className={`${styles.facts} grid cols phone-stack gap-3-4 break`}
          style={{ '--cols': 'minmax(0, 180px) minmax(0, 1fr)' }}
        >
          <dt className="faint">Status</dt>
          <dd className="pre-wrap">
            <Badge tone={tone}>{label}</Badge>
          </dd>
          <dt className="faint">Received</dt>
          <dd className="pre-wrap">{dateTimeText(receivedAt)}</dd>
          {dueAt !== null && (
            <>
              <dt className="faint">
                {state === 'counter-notice' ? 'Earliest restoration' : 'We will decide by'}
              </dt>
              <dd className="pre-wrap">{dateTimeText(dueAt)}</dd>
            </>
          )}
          {decidedAt !== null && (
            <>
              <dt className="faint">Decided</dt>
              <dd className="pre-wrap">{dateTimeText(decidedAt)}</dd>
            </>
          )}
          {response && (
            <>
              <dt className="faint">Response</dt>
              <dd className="pre-wrap">{response}</dd>
            </>
          )}
          <dt className="faint">Scripts</dt>
          <dd className="pre-wrap">
            <ul className="grid gap-2">
              {scripts.map(({ id, name, isTakenDown }) => (
                <li key={id}>
                  <bdi>{name}</bdi>{' '}
                  {isTakenDown ? (
                    <Badge tone="ok">Taken down</Badge>
                  ) : (
                    (state === 'taken-down' || state === 'counter-notice') && <Badge>Not taken down</Badge>
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </dl>
        {state === 'counter-notice' && (
          <p className="mt-5 muted">
            If you have gone to court, tell us in our chat community. Otherwise we may restore the scripts
            after this date.
          </p>
        )}
      </Card>
    </div>
  )
}
