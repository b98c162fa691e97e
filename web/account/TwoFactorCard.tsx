import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'

import type { CurrentUser } from '#contract/accounts.ts'
import { refreshSession } from '#web/app/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dateText } from '#web/ui/time-ago.ts'
import { showToast } from '#web/ui/toast.ts'

import { ownSessionsQuery, twoFactorQuery } from './account.data.ts'
import pageStyles from './SettingsPage.module.css'
import styles from './TwoFactorCard.module.css'
import { useFocusKept } from './use-focus-kept.ts'

const SetUpDialog = lazy(async () => ({
  default: (await import('#web/two-factor/SetUpDialog.tsx')).SetUpDialog,
}))
const TurnOffDialog = lazy(async () => ({
  default: (await import('#web/two-factor/TurnOffDialog.tsx')).TurnOffDialog,
}))
const RenewCodesDialog = lazy(async () => ({
  default: (await import('#web/two-factor/RenewCodesDialog.tsx')).RenewCodesDialog,
}))

/** So few are left that the next lost phone may lock somebody out. */
const fewCodes = 3

export function TwoFactorCard({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const query = useQuery(twoFactorQuery(user.id))
  const [asked, setAsked] = useState<'set-up' | 'turn-off' | 'renew'>()
  const state = query.data
  const title = useRef<HTMLHeadingElement>(null)
  useFocusKept(title, `${asked} ${state?.enabled}`)
  const close = () => {
    setAsked(undefined)
    // Also after a call whose answer was lost on the way.
    void queryClient.invalidateQueries(twoFactorQuery(user.id))
  }
  const follow = () => {
    void queryClient.invalidateQueries(twoFactorQuery(user.id))
    void queryClient.invalidateQueries(ownSessionsQuery(user.id))
    void refreshSession()
  }
  return (
    <Card as="section" padding="lg" className={pageStyles.card} aria-labelledby="two-factor-title">
      <div className={pageStyles.head}>
        <div className={styles.title}>
          <h2 id="two-factor-title" ref={title} tabIndex={-1}>
            Two-factor authentication
          </h2>
          {state && <Badge tone={state.enabled ? 'ok' : 'idle'}>{state.enabled ? 'On' : 'Off'}</Badge>}
        </div>
        <p>
          {state?.enabled
            ? 'Signing in takes a code from your phone as well as your password.'
            : 'Ask for a code from your phone as well as your password, so that a stolen password opens nothing.'}
        </p>
      </div>
      {query.isPending && (
        <div aria-busy="true">
          <output className="visually-hidden">Loading two-factor authentication</output>
          <Skeleton shape="block" height={44} />
        </div>
      )}
      {query.isError && !state && (
        <FailedState
          heading="h3"
          title="Failed to load two-factor authentication"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {state && !state.enabled && (
        <>
          {administers(user) && (
            <Notice tone="warn">
              Your account can change this site for everybody. A stolen password should not be enough for it.
            </Notice>
          )}
          <div className={pageStyles.actions}>
            <Button variant="cta" icon={<ShieldCheck />} onClick={() => setAsked('set-up')}>
              Set Up
            </Button>
          </div>
        </>
      )}
      {state?.enabled && (
        <>
          <p className={styles.facts}>
            {state.enabled_at && <span>On since {dateText(state.enabled_at)}</span>}
            <span data-few={state.recovery_codes_left <= fewCodes || undefined}>
              {codesLeftText(state.recovery_codes_left)}
            </span>
          </p>
          <div className={pageStyles.actions}>
            <Button icon={<KeyRound />} onClick={() => setAsked('renew')}>
              New Recovery Codes
            </Button>
            <Button variant="danger-outline" icon={<ShieldOff />} onClick={() => setAsked('turn-off')}>
              Turn Off
            </Button>
          </div>
        </>
      )}
      <Suspense>
        {asked === 'set-up' && <SetUpDialog user={user} onTurnedOn={follow} onClose={close} />}
        {asked === 'renew' && <RenewCodesDialog user={user} onRenewed={follow} onClose={close} />}
        {asked === 'turn-off' && (
          <TurnOffDialog
            user={user}
            onTurnedOff={() => {
              follow()
              void showToast({ type: 'success', title: 'Two-factor authentication is off' })
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  )
}

const administers = ({ permissions }: CurrentUser) => permissions?.some((key) => key.startsWith('admin.'))

function codesLeftText(left: number): string {
  if (left === 0) return 'No recovery codes left'
  return left === 1 ? '1 recovery code left' : `${left} recovery codes left`
}
