import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { CurrentUser } from '#contract/accounts.ts'
import { call, CallFailure } from '#web/app/call.ts'
import { openRedirectDialog } from '#web/app/dialogs.ts'
import { refreshSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { CodeCard } from './CodeCard.tsx'
import { discordStatusQuery } from './discord.data.ts'
import styles from './DiscordPanel.module.css'
import { DiscordStatusLine } from './DiscordStatusLine.tsx'
import pageStyles from './SettingsPage.module.css'

export function DiscordPanel({ user }: { user: CurrentUser }) {
  const query = useQuery(discordStatusQuery(user.id))
  const generation = useCodeGeneration(user.id)
  const status = query.data
  const isVerified = status?.isVerified ?? false
  // Being verified brings a group and its permissions: the rest of the page is to know of them at once.
  useEffect(() => {
    if (isVerified && !user.discord_verified) void refreshSession()
  }, [isVerified, user.discord_verified])

  // Code and button go or are switched off with it, and one of them may have had the focus.
  const panel = useRef<HTMLElement>(null)
  const wasUnverified = useRef(false)
  useEffect(() => {
    if (status && !isVerified) wasUnverified.current = true
    const isFocusLost = document.activeElement?.matches('body, :disabled') ?? true
    if (isVerified && wasUnverified.current && isFocusLost) panel.current?.focus({ preventScroll: true })
  }, [status, isVerified])

  if (query.isPending) return <PanelSkeleton />
  if (!status)
    return (
      <Card>
        <FailedState
          title="Discord verification"
          text="Failed to load Discord verification status. Please try refreshing the page."
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Card>
    )
  const { hasActiveCode, verificationCode, expiresAt } = status
  const mayUpload = user.permissions?.includes('scripts.upload')
  const hasCode = hasActiveCode && verificationCode !== null && expiresAt !== null
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-labelledby="discord-title">
      <Card padding="lg" className={pageStyles.card}>
        <div className={pageStyles.head}>
          <h2 id="discord-title">Discord verification</h2>
          <p>
            {mayUpload
              ? 'Link your Discord account to this one.'
              : 'Link your Discord account to get the permission to upload scripts.'}
          </p>
        </div>
        <DiscordStatusLine status={status} />
        {!isVerified && (
          <ol className={styles.steps}>
            <li>
              <span>
                Join our community on Discord.{' '}
                <button type="button" className={`text-link ${styles.join}`} onClick={openRedirectDialog}>
                  Join Discord
                </button>
              </span>
            </li>
            <li>
              <span>Generate a code here. It is yours alone and good for 15 minutes.</span>
            </li>
            <li>
              <span>
                Type{' '}
                <code className={styles.command}>
                  /verify code:{hasCode ? verificationCode : 'YOUR-CODE'}
                </code>{' '}
                in any channel there. This page notices by itself.
              </span>
            </li>
          </ol>
        )}
        {!isVerified && hasCode && (
          <CodeCard
            key={verificationCode}
            code={verificationCode}
            expiresAt={expiresAt}
            onExpired={() => void query.refetch()}
          />
        )}
        {generation.problem && (
          <Notice tone="danger" isAlert title="Error generating verification code">
            {generation.problem.text}
          </Notice>
        )}
        <div className={pageStyles.actions}>
          <Button
            variant={hasCode ? 'quiet' : 'cta'}
            icon={<DiscordIcon />}
            disabled={isVerified}
            isBusy={generation.isBusy}
            busyText="Generating..."
            onClick={() => void generation.generate()}
          >
            {hasCode ? 'Generate New Code' : 'Generate Code'}
          </Button>
        </div>
      </Card>
    </section>
  )
}

function PanelSkeleton() {
  return (
    <Card padding="lg" className={pageStyles.card} aria-busy="true">
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
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string | undefined }>()
  const { queryKey } = discordStatusQuery(userId)

  async function generate() {
    setBusy(true)
    setProblem(undefined)
    try {
      const code = await call('POST /api/discord-verification/generate-code', { body: { userId } })
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (status) => status && { ...status, ...code, hasActiveCode: true })
    } catch (error) {
      // Verified already, in the chat or in another tab: the status says so better than an error.
      if (error instanceof CallFailure && error.status === 409)
        await queryClient.invalidateQueries({ queryKey })
      else setProblem({ text: explanationOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, generate }
}

function explanationOf(error: unknown): string | undefined {
  if (!(error instanceof CallFailure) || error.code === 'unknown' || error.status >= 500) return undefined
  return error.message
}
