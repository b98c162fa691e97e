import { ShieldAlert, ShieldCheck } from 'lucide-react'

import { Alert } from '#web/ui/Alert.tsx'

import type { DiscordStatus } from './discord.data.ts'

/** A live region, because verification happens on Discord while this page is open. */
export function DiscordStatusLine({ status }: { status: DiscordStatus }) {
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
