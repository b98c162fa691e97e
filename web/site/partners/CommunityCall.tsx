import { openRedirectDialog } from '#web/app/dialogs.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'

import styles from './CommunityCall.module.css'

export function CommunityCall() {
  const { siteName } = useSite()
  return (
    <Card
      as="section"
      padding="lg"
      className={`row wrap between phone-fill ${styles.call}`}
      aria-labelledby="community-title"
    >
      <div className={`${styles.texts} grid gap-1`}>
        <h2 id="community-title">Join the community</h2>
        <p className="muted">
          Ask, show what you are building and meet the people behind {siteName} on our Discord server.
        </p>
      </div>
      <Button size="lg" icon={<DiscordIcon />} onClick={openRedirectDialog}>
        Join Discord
      </Button>
    </Card>
  )
}
