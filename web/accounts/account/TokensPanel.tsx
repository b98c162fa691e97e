import { useQuery } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
import { useRef, useState } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { CreateTokenCard } from './CreateTokenCard.tsx'
import { RevokeTokenDialog } from './RevokeTokenDialog.tsx'
import pageStyles from './SettingsPage.module.css'
import { TokenRow } from './TokenRow.tsx'
import { tokensQuery, type AccessToken } from './tokens.data.ts'

export function TokensPanel({ userId }: { userId: number }) {
  return (
    <div className={pageStyles.stack}>
      <TokensCard userId={userId} />
      <CreateTokenCard userId={userId} />
    </div>
  )
}

function TokensCard({ userId }: { userId: number }) {
  const query = useQuery(tokensQuery(userId))
  const [revoked, setRevoked] = useState<AccessToken>()
  const head = useRef<HTMLDivElement>(null)
  useStableFocus(head, query.data?.length)
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="tokens-title">
      <div ref={head} tabIndex={-1} className="grid gap-1">
        <h2 className="text-h3" id="tokens-title">
          Access tokens
        </h2>
        <p className="muted">
          For programs that act for you, such as the command line. A new password and two-factor
          authentication end them.
        </p>
      </div>
      {query.isPending && (
        <div aria-busy="true">
          <output className="visually-hidden">Loading your access tokens</output>
          <Skeleton shape="block" height={76} />
        </div>
      )}
      {query.isError && !query.data && (
        <FailedState
          heading="h3"
          title="Failed to load your access tokens"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.data?.length === 0 && (
        <EmptyState
          heading="h3"
          icon={<KeySquare />}
          title="No access tokens"
          text="Create one below when a program asks for it."
        />
      )}
      {query.data && query.data.length > 0 && (
        <ul className="grid clip framed round-lg" aria-labelledby="tokens-title">
          {query.data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      {revoked && <RevokeTokenDialog userId={userId} token={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  )
}
