import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck, Unlink } from 'lucide-react'

import { ApiError } from '#web/app/call.ts'
import { useLinkToken } from '#web/accounts/auth/link-token.ts'
import { LinkCard } from '#web/accounts/auth/LinkCard.tsx'
import { LinkFailed, LinkResult } from '#web/accounts/auth/LinkResult.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { Spinner } from '#web/ui/Spinner.tsx'

import { confirmQuery, isUnknown } from './takedown.data.ts'

/** The page of the link in the first email about a notice. */
export function ConfirmNoticePage() {
  const token = useLinkToken()
  const { data, error, isFetching, refetch } = useQuery({
    ...confirmQuery(token ?? ''),
    enabled: Boolean(token),
  })
  if (data) {
    const { number, secret, dueAt } = data
    return (
      <LinkResult
        icon={<MailCheck />}
        title={`Your notice is ${number}`}
        text={`We will decide by ${dateTimeText(dueAt)} and email you. We have emailed you a link to its status.`}
        action={
          <Link
            to="/takedown/$number"
            params={{ number }}
            search={{ secret }}
            className={buttonClass({ variant: 'cta' })}
          >
            See the status
          </Link>
        }
      />
    )
  }
  const isUsed = error instanceof ApiError && error.code === 'conflict'
  if (isUsed || token === '' || isUnknown(error))
    return (
      <LinkResult
        icon={<Unlink />}
        title={isUsed ? 'This notice has already been confirmed' : 'This link is invalid or has expired'}
        text={
          isUsed
            ? 'We have emailed you a link to its status.'
            : 'A link is valid for 7 days and works once. Send the notice again to get another one.'
        }
        action={
          <Link to="/takedown" className={buttonClass({ variant: 'cta' })}>
            Send a notice
          </Link>
        }
      />
    )
  if (error)
    return (
      <LinkFailed
        title="The notice could not be confirmed"
        busyText="Confirming..."
        {...{ error, isFetching, refetch }}
      />
    )
  return (
    <LinkCard title="Confirming your notice" text="This takes a moment.">
      <Spinner />
    </LinkCard>
  )
}
