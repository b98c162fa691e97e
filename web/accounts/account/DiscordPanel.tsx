import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ShieldAlert, ShieldCheck } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import { call, ApiError } from '#web/app/call.ts'
import { openRedirectDialog } from '#web/app/dialogs.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { useSite } from '#web/app/use-site.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

import { discordStatusQuery } from './discord.data.ts'
import styles from './DiscordPanel.module.css'
import type { DiscordStatus } from './discord.data.ts'

export function DiscordPanel({ user }: { user: CurrentUser }) {
  const query = useQuery(discordStatusQuery(user.id))
  const generation = useCodeGeneration(user.id)
  const { hasDiscordApp } = useSite()
  const status = query.data
  const isVerified = status?.isVerified ?? false
  // Verification adds the user to a group: the session must have its permissions.
  useEffect(() => {
    if (isVerified && !user.discord_verified) void refreshSession()
  }, [isVerified, user.discord_verified])

  // Verification removes the code and disables the button, of which one may have been focused.
  const panel = useRef<HTMLElement>(null)
  const wasUnverified = useRef(false)
  useEffect(() => {
    if (status && !isVerified) wasUnverified.current = true
    const isFocusLost = document.activeElement?.matches('body, :disabled, [aria-disabled]') ?? true
    if (isVerified && wasUnverified.current && isFocusLost) panel.current?.focus({ preventScroll: true })
  }, [status, isVerified])

  if (query.isPending) return <PanelSkeleton />
  if (!status)
    return (
      <Card>
        <FailedState
          title="Discord verification"
          text="Failed to load Discord verification status. Please try refreshing the page."
          query={query}
        />
      </Card>
    )
  const { hasActiveCode, verificationCode, expiresAt } = status
  const mayUpload = user.permissions?.includes('scripts.upload')
  const hasCode = hasActiveCode && verificationCode !== null && expiresAt !== null
  return (
    <section ref={panel} tabIndex={-1} className="no-outline" aria-labelledby="discord-title">
      <Card padding="lg" className="stack gap-6">
        <div className="grid gap-1">
          <h2 className="text-h3" id="discord-title">
            Discord verification
          </h2>
          <p className="muted">
            {mayUpload
              ? 'Link your Discord account to this one.'
              : hasDiscordApp
                ? 'Link your Discord account to get the permission to upload scripts.'
                : 'A verified account has the permission to upload scripts.'}
          </p>
        </div>
        <DiscordStatusLine status={status} />
        {!isVerified && !hasDiscordApp && (
          <p>
            Codes are not available on this site. Open a ticket on Discord and ask a moderator to verify your
            account.
          </p>
        )}
        {!isVerified && hasDiscordApp && (
          <ol className={`${styles.steps} grid gap-3 muted`}>
            <li>
              <span>
                Join our community on Discord.{' '}
                <button
                  type="button"
                  className="text-link pointer min-h-24 bare"
                  onClick={openRedirectDialog}
                >
                  Join Discord
                </button>
              </span>
            </li>
            <li>
              <span>Generate a code here. Only you can use it, for 15 minutes.</span>
            </li>
            <li>
              <span>
                Type{' '}
                <code className={`${styles.command} framed round-sm fill-2 vivid break`}>
                  /verify code:{hasCode ? verificationCode : 'YOUR-CODE'}
                </code>{' '}
                in any channel there. This page updates automatically.
              </span>
            </li>
          </ol>
        )}
        {!isVerified && hasDiscordApp && hasCode && (
          <CodeCard
            key={verificationCode}
            code={verificationCode}
            expiresAt={expiresAt}
            onExpired={() => void query.refetch()}
          />
        )}
        {generation.error && !isConflict(generation.error) && (
          <Alert tone="danger" isAlert title="Error generating verification code">
            {errorMessage(generation.error, '') || undefined}
          </Alert>
        )}
        <div className="row wrap gap-3 phone-fill">
          {hasDiscordApp ? (
            <Button
              variant={hasCode ? 'quiet' : 'cta'}
              icon={<DiscordIcon />}
              disabled={isVerified}
              isBusy={generation.isPending}
              busyText="Generating..."
              onClick={() => generation.mutate()}
            >
              {hasCode ? 'Generate New Code' : 'Generate Code'}
            </Button>
          ) : (
            <Button icon={<DiscordIcon />} onClick={openRedirectDialog}>
              Join Discord
            </Button>
          )}
        </div>
      </Card>
    </section>
  )
}

function PanelSkeleton() {
  return (
    <Card padding="lg" className="stack gap-6" aria-busy="true">
      <output className="visually-hidden">Loading your verification status</output>
      <Skeleton width={220} height="1.5rem" />
      <Skeleton shape="block" height={74} />
      <Skeleton shape="block" height={108} />
      <Skeleton shape="block" width={160} height={40} />
    </Card>
  )
}

function useCodeGeneration(userId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = discordStatusQuery(userId)
  return useMutation({
    mutationFn: () => call('POST /api/discord-verification/generate-code', { body: { userId } }),
    onSuccess: async (code) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (status) => status && { ...status, ...code, hasActiveCode: true })
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Already verified, in the chat or in another tab: the status shows that, not an error. */
function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.status === 409
}

/** A live region, because verification happens on Discord while this page is open. */
function DiscordStatusLine({ status }: { status: DiscordStatus }) {
  return (
    <div aria-live="polite">
      {status.isVerified ? (
        <Alert tone="ok" icon={<ShieldCheck />} title="Verified">
          Your Discord account is linked.
          {status.userGroup !== 'unverified' && (
            <>
              {' '}
              Your group: <strong>{status.userGroup}</strong>.
            </>
          )}
        </Alert>
      ) : (
        <Alert tone="warn" icon={<ShieldAlert />} title="Not verified">
          {status.hasActiveCode
            ? 'Your code is waiting to be used on Discord.'
            : 'No Discord account is linked to yours yet.'}
        </Alert>
      )}
    </div>
  )
}

/** A verification code with a button to copy it and the time until it expires. */
function CodeCard({
  code,
  expiresAt,
  onExpired,
}: {
  code: string
  expiresAt: string
  onExpired: () => void
}) {
  const left = useTimeLeft(expiresAt, onExpired)
  return (
    <fieldset className="row wrap gap-3-5 pad-5 round-lg framed-brand">
      <legend className="visually-hidden">Verification code</legend>
      <code className={styles.characters}>{code}</code>
      <CopyButton
        text={code}
        label="Copy code"
        copiedTitle="Code copied"
        failedTitle="The code was not copied"
      />
      <p className={`${styles.left} push muted text-sm`}>
        Expires in{' '}
        <span role="timer" className="numeric vivid strong" aria-label="Time left">
          {timeLeftText(left)}
        </span>
      </p>
    </fieldset>
  )
}

function useTimeLeft(expiresAt: string, onExpired: () => void): number {
  const end = Date.parse(expiresAt)
  const [left, setLeft] = useState(() => Math.max(0, end - Date.now()))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return undefined
    const handle = setInterval(() => setLeft(Math.max(0, end - Date.now())), 1000)
    return () => clearInterval(handle)
  }, [end, isOver])
  useEffect(() => {
    if (isOver) onExpired()
    // oxlint-disable-next-line react/exhaustive-deps -- only the change of `isOver` calls it, not a new function
  }, [isOver])
  return left
}

/** Minutes and seconds as 14:59, rounded up, so that 0:00 means that the time is over. */
export function timeLeftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
