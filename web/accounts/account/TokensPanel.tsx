import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
import { useRef, useState, Suspense } from 'react'

import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { accountErrorTexts } from './account-error-texts.ts'
import { CreateTokenCard } from './CreateTokenCard.tsx'
import styles from './SessionsCard.module.css'
import { tokensQuery, type AccessToken, scopeNames, scriptsText } from './tokens.data.ts'

const ConfirmDialog = lazyPart(() => import('#web/ui/ConfirmDialog.tsx'), 'ConfirmDialog')

const errorTexts = accountErrorTexts({
  failed: 'The token could not be revoked. Please try again.',
  broken: 'Network error occurred',
})

export function TokensPanel({ userId }: { userId: number }) {
  return (
    <div className="stack gap-6">
      <TokensCard userId={userId} />
      <CreateTokenCard userId={userId} />
    </div>
  )
}

function TokensCard({ userId }: { userId: number }) {
  const query = useQuery(tokensQuery(userId))
  const [revoked, setRevoked] = useState<AccessToken>()
  const title = useRef<HTMLHeadingElement>(null)
  useStableFocus(title, query.data?.length)
  return (
    <SectionCard
      id="tokens-title"
      title="Access tokens"
      text="For programs that act for you, such as the command line. Changing your password or turning on two-factor authentication revokes them."
      titleRef={title}
    >
      <LoadState query={query} name="your access tokens" height={76} />
      {query.data?.length === 0 && (
        <EmptyState
          heading="h3"
          icon={<KeySquare />}
          title="No access tokens"
          text="Create one below when a program asks for it."
        />
      )}
      {query.data && query.data.length > 0 && (
        <ul className="grid lined clip framed round-lg" aria-labelledby="tokens-title">
          {query.data.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      {revoked && <RevokeTokenDialog userId={userId} token={revoked} onClose={() => setRevoked(undefined)} />}
    </SectionCard>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, hint, scopes, scripts, expiresAt, lastUsedAt } = token
  return (
    <li className={`grid middle gap-4 pad-4 cols-auto-fill-auto ${styles.row}`}>
      <span className="grid center round-md fill-2 muted square-40 text-icon">
        <KeySquare />
      </span>
      <div className="grid gap-2px min-0">
        <p className="gap-4px-3 row wrap strong">
          {name}
          {scopes.map((scope) => (
            <Badge key={scope}>{scopeNames[scope]}</Badge>
          ))}
        </p>
        <p className="flex wrap gap-0-4 faint text-sm">
          <code>{hint}…</code>
          <span>{scriptsText(scripts)}</span>
          <span>
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Used <TimeAgo time={lastUsedAt} />
              </>
            )}
          </span>
          <span>Expires {dateText(expiresAt)}</span>
        </p>
      </div>
      <Button size="sm" onClick={onRevoke}>
        Revoke
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  )
}

function RevokeTokenDialog({
  userId,
  token: { id, name },
  onClose,
}: {
  userId: number
  token: AccessToken
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /api/account/tokens/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries(tokensQuery(userId))
    },
  })
  return (
    <Suspense>
      <ConfirmDialog
        onClose={onClose}
        title={`Revoke ${name}?`}
        confirmLabel="Revoke"
        busyText="Revoking..."
        isBusy={isPending}
        error={error ? errorMessage(error, errorTexts) : undefined}
        onConfirm={() => mutate()}
      >
        Programs that use this token stop working at once.
      </ConfirmDialog>
    </Suspense>
  )
}

/** It has already ended. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
