import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEffect } from 'react'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { settingsPath } from '#web/app/paths.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

const refreshMs = 15_000

/** For users who are not verified. Without a Discord application only a moderator can verify them. */
export function UploadPermissionRequired() {
  const { hasDiscordApp } = useSite()
  useFreshPermissions()
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title="Upload Permission Required"
        text={
          hasDiscordApp
            ? 'Your account may not upload scripts yet. Verify it with your Discord account to get the permission.'
            : 'Your account may not upload scripts yet. Open a ticket on Discord and ask a moderator to verify it.'
        }
        action={
          hasDiscordApp ? (
            <Link to={settingsPath} search={{ tab: 'discord' }} className={buttonClass({ variant: 'cta' })}>
              <DiscordIcon />
              Verify Account
            </Link>
          ) : (
            <Button icon={<DiscordIcon />} onClick={openRedirectDialog}>
              Join Discord
            </Button>
          )
        }
      />
    </Card>
  )
}

/** Shows the form as soon as the account has the permission. */
function useFreshPermissions() {
  const session = useSession()
  const isSignedIn = session !== null
  useEffect(() => {
    if (!isSignedIn) return undefined
    const handle = setInterval(() => {
      if (!document.hidden) void refreshSession()
    }, refreshMs)
    return () => clearInterval(handle)
  }, [isSignedIn])
}
