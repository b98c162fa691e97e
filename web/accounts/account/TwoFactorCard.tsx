import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { showToast } from '#web/ui/toast.ts'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { ownSessionsQuery, twoFactorQuery } from './account.data.ts'

const SetUpDialog = lazyPart(() => import('#web/accounts/two-factor/SetUpDialog.tsx'), 'SetUpDialog')
const TurnOffDialog = lazyPart(() => import('#web/accounts/two-factor/ProofDialogs.tsx'), 'TurnOffDialog')
const RenewCodesDialog = lazyPart(
  () => import('#web/accounts/two-factor/ProofDialogs.tsx'),
  'RenewCodesDialog',
)

/** At this number or fewer the card warns that recovery codes run out. */
const fewCodes = 3

export function TwoFactorCard({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const query = useQuery(twoFactorQuery(user.id))
  const [openDialog, setOpenDialog] = useState<'set-up' | 'turn-off' | 'renew'>()
  const state = query.data
  const title = useRef<HTMLHeadingElement>(null)
  useStableFocus(title, state && `${openDialog} ${state.enabled}`)
  const close = () => {
    setOpenDialog(undefined)
    // The server may have made the change although its response was lost.
    void queryClient.invalidateQueries(twoFactorQuery(user.id))
  }
  const refresh = () => {
    void queryClient.invalidateQueries(twoFactorQuery(user.id))
    void queryClient.invalidateQueries(ownSessionsQuery(user.id))
    void refreshSession()
  }
  return (
    <SectionCard
      id="two-factor-title"
      title="Two-factor authentication"
      badge={state && <Badge tone={state.enabled ? 'ok' : 'idle'}>{state.enabled ? 'On' : 'Off'}</Badge>}
      text={
        state?.enabled
          ? 'To sign in you need a code from your phone as well as your password.'
          : 'Require a code from your phone as well as your password, so a stolen password is not enough.'
      }
      titleRef={title}
    >
      <LoadState query={query} name="two-factor authentication" height={44} />
      {state && !state.enabled && (
        <>
          {isAdministrator(user) && (
            <Alert tone="warn">
              Your account can change this site for everyone. Protect it with more than a password.
            </Alert>
          )}
          <div className="row wrap gap-3 phone-fill">
            <Button variant="cta" icon={<ShieldCheck />} onClick={() => setOpenDialog('set-up')}>
              Set Up
            </Button>
          </div>
        </>
      )}
      {state?.enabled && (
        <>
          <p className="flex wrap muted" style={{ gap: '0 var(--sp-5)' }}>
            {state.enabled_at && <span>On since {dateText(state.enabled_at)}</span>}
            <span className={state.recovery_codes_left <= fewCodes ? 'warning strong' : undefined}>
              {codesLeftText(state.recovery_codes_left)}
            </span>
          </p>
          <div className="row wrap gap-3 phone-fill">
            <Button icon={<KeyRound />} onClick={() => setOpenDialog('renew')}>
              New Recovery Codes
            </Button>
            <Button variant="danger-outline" icon={<ShieldOff />} onClick={() => setOpenDialog('turn-off')}>
              Turn Off
            </Button>
          </div>
        </>
      )}
      <Suspense>
        {openDialog === 'set-up' && <SetUpDialog user={user} onTurnedOn={refresh} onClose={close} />}
        {openDialog === 'renew' && <RenewCodesDialog user={user} onRenewed={refresh} onClose={close} />}
        {openDialog === 'turn-off' && (
          <TurnOffDialog
            user={user}
            onTurnedOff={() => {
              refresh()
              void showToast({ type: 'success', title: 'Two-factor authentication is off' })
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </SectionCard>
  )
}

const isAdministrator = ({ permissions }: CurrentUser) => permissions?.some((key) => key.startsWith('admin.'))

function codesLeftText(left: number): string {
  if (left === 0) return 'No recovery codes left'
  return left === 1 ? '1 recovery code left' : `${left} recovery codes left`
}
