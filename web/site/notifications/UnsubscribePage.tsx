import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { MailX, Unlink } from 'lucide-react'

import type { Subscription } from '#contract/site/notifications.ts'
import { LinkCard } from '#web/accounts/auth/LinkCard.tsx'
import { LinkFailed, LinkResult } from '#web/accounts/auth/LinkResult.tsx'
import { useSite } from '#web/app/use-site.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import { topicTexts } from './notifications.texts.ts'
import { subscriptionQuery } from './unsubscribe.data.ts'

const scopeTexts: Record<Subscription['scope'], { name: string; text: string }> = {
  ...topicTexts,
  digest: { name: 'Digest', text: 'The daily or weekly email with news' },
}

/** The page of the link to unsubscribe in an email, for everyone who has the link. It works without JavaScript. */
export function UnsubscribePage() {
  const link = useParams({ from: '/unsubscribe/email/$user/$scope/$signature' })
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery(link))
  if (data) return data.isSubscribed ? <Question {...data} /> : <Unsubscribed {...data} />
  if (data === null)
    return (
      <LinkResult
        icon={<Unlink />}
        title="This link does not work"
        text="It is incomplete, or its account was deleted. Use the complete link from the email, or sign in to choose what we email you."
        action={<SettingsLink />}
      />
    )
  if (error)
    return (
      <LinkFailed
        title="The page could not be loaded"
        busyText="Loading..."
        {...{ error, isFetching, refetch }}
      />
    )
  return (
    <LinkCard title="Unsubscribe" text="This takes a moment.">
      <Spinner label="Loading…" />
    </LinkCard>
  )
}

function Question({ scope, username }: Subscription) {
  const { siteName } = useSite()
  const { name, text } = scopeTexts[scope]
  return (
    <LinkCard
      title="Unsubscribe from these emails?"
      text={`${siteName} will stop sending them to the account ${username}.`}
    >
      <div className="grid gap-1">
        <p className="strong">{name}</p>
        <p className="muted">{text}.</p>
        <p className="muted">The bell on the site stays as it is.</p>
      </div>
      {/* The browser sends it to the link itself. */}
      <form method="post" className="flex wrap gap-3">
        <Button type="submit" formMethod="post" name="page" value="1" variant="cta">
          Unsubscribe
        </Button>
        <SettingsLink />
      </form>
    </LinkCard>
  )
}

function Unsubscribed({ scope, username }: Subscription) {
  return (
    <LinkResult
      icon={<MailX />}
      title="You are unsubscribed"
      text={`“${scopeTexts[scope].name}” is no longer emailed to the account ${username}. You can turn it on again in your notification settings.`}
      action={<SettingsLink />}
    />
  )
}

function SettingsLink() {
  return (
    <Link to="/profile/settings" search={{ tab: 'notifications' }} className={buttonClass()}>
      Notification settings
    </Link>
  )
}
