import { ShieldAlert, ShieldCheck } from 'lucide-react'

import { Notice } from '#web/ui/Notice.tsx'

import type { DiscordStatus } from './discord.data.ts'

/** Announced when it changes: verification happens elsewhere, while this page is open. */
export function DiscordStatusLine({ status }: { status: DiscordStatus }) {
  return (
    <div aria-live="polite">
      {status.isVerified ? (
        <Notice tone="ok" icon={<ShieldCheck />} title="Verified">
          Your Discord account is linked.
          {status.userGroup !== 'unverified' && (
            <>
              {' '}
              Your group: <strong>{status.userGroup}</strong>.
            </>
          )}
        </Notice>
      ) : (
        <Notice tone="warn" icon={<ShieldAlert />} title="Not verified">
          {status.hasActiveCode
            ? 'Your code is waiting to be used on Discord.'
            : 'No Discord account is linked to yours yet.'}
        </Notice>
      )}
    </div>
  )
}
