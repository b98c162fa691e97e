import { useQuery, queryOptions } from '@tanstack/react-query'
import { MailCheck, Unlink } from 'lucide-react'
import { useEffect } from 'react'

import { refreshSession } from '#web/app/session-actions.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { call } from '#web/app/call.ts'

import { isExpiredLink, useLinkToken } from './link-token.ts'
import { LinkCard } from './LinkCard.tsx'
import { LinkFailed, LinkResult } from './LinkResult.tsx'

/** The page of the link in a confirmation mail. */
export function VerifyEmailPage() {
  const token = useLinkToken()
  const confirmation = useQuery({ ...confirmationQuery(token ?? ''), enabled: Boolean(token) })
  const { isSuccess } = confirmation
  useEffect(() => {
    if (isSuccess) void refreshSession()
  }, [isSuccess])

  if (isSuccess)
    return (
      <LinkResult
        icon={<MailCheck />}
        title="Email confirmed"
        text="Thanks! Your email address is confirmed."
      />
    )
  if (token === '' || isExpiredLink(confirmation.error))
    return (
      <LinkResult
        icon={<Unlink />}
        title="This confirmation link is invalid or has expired"
        text="Links work for 7 days and for one address only. Look for a newer email from us."
      />
    )
  if (confirmation.isError)
    return (
      <LinkFailed
        title="Your email could not be confirmed"
        busyText="Confirming..."
        error={confirmation.error}
        isFetching={confirmation.isFetching}
        refetch={confirmation.refetch}
      />
    )
  return (
    <LinkCard title="Confirm your email" text="This takes a moment.">
      <Spinner label="Confirming…" />
    </LinkCard>
  )
}

/** A query, not a mutation: confirming is idempotent, and a query is sent once if the page renders twice. */
const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => call('POST /api/auth/verify-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
