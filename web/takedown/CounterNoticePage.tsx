import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CloudOff, FileCheck, Unlink } from 'lucide-react'

import { CounterNotice, takedownLimits } from '#contract/takedowns.ts'
import type { TakedownOfUploader } from '#contract/takedowns.ts'
import { call } from '#web/app/call.ts'
import { useSession } from '#web/app/session.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { AuthenticationRequired } from '#web/auth/AuthenticationRequired.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'

import { Statement } from './Statement.tsx'
import { counterNoticeQuery, isUnknown } from './takedown.data.ts'
import styles from './Takedown.module.css'

/** For the uploader of a script that was taken down. */
export function CounterNoticePage() {
  const { number } = useParams({ from: '/takedown/$number/counter-notice' })
  const session = useSession()
  return (
    <div className={`page-width ${styles.page}`}>
      <PageHead
        title="Counter-notice"
        text={
          <>
            Was your script taken down by mistake? The{' '}
            <Link to="/dmca" hash="counter-notice" className="text-link">
              DMCA policy
            </Link>{' '}
            explains what a counter-notice must include.
          </>
        }
      />
      {session ? (
        <Notice key={session.user.id} userId={session.user.id} number={number} />
      ) : (
        <AuthenticationRequired
          text="Sign in with the account that uploaded the script."
          skeleton={<Skeleton shape="block" height={480} />}
        />
      )}
    </div>
  )
}

function Notice({ userId, number }: { userId: number; number: string }) {
  const { data, error, isFetching, refetch } = useQuery(counterNoticeQuery(userId, number))
  if (data) return <Loaded userId={userId} notice={data} />
  if (isUnknown(error))
    return (
      <Card>
        <EmptyState
          icon={<Unlink />}
          title="There is no such notice"
          text={`None of your scripts was taken down because of ${number}.`}
          action={
            <Link to="/cases" className={buttonClass()}>
              Your cases
            </Link>
          }
        />
      </Card>
    )
  if (error)
    return (
      <Card>
        <EmptyState
          icon={<CloudOff />}
          title="The notice could not be loaded"
          text={error.message}
          action={
            <Button isBusy={isFetching} busyText="Loading..." onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        />
      </Card>
    )
  return <Skeleton shape="block" height={480} />
}

function Loaded({ userId, notice }: { userId: number; notice: TakedownOfUploader }) {
  const { number, scripts, claimant, onBehalfOf, work, decidedAt, sentAt, canSend } = notice
  return (
    <>
      <Card padding="lg">
        <dl className={styles.facts}>
          <dt>Notice</dt>
          <dd>{number}</dd>
          <dt>Taken down</dt>
          <dd>{scripts.map(({ name }) => name).join(', ')}</dd>
          {decidedAt !== null && (
            <>
              <dt>On</dt>
              <dd>{dateTimeText(decidedAt)}</dd>
            </>
          )}
          <dt>Sent by</dt>
          <dd>
            {claimant}
            {onBehalfOf === claimant ? '' : `, for ${onBehalfOf}`}
          </dd>
          <dt>The work</dt>
          <dd>{work}</dd>
        </dl>
      </Card>
      {canSend ? (
        <CounterNoticeForm userId={userId} number={number} />
      ) : (
        <Card>
          <EmptyState
            icon={<FileCheck />}
            title={sentAt === null ? 'Nothing is taken down' : 'Your counter-notice was sent'}
            text={
              sentAt === null
                ? 'The scripts of this notice have been restored, or there was another decision.'
                : `We sent it to the sender of the notice. After ${takedownLimits.counterDays} days we decide whether to restore your script.`
            }
            action={
              <Link to="/cases" className={buttonClass()}>
                Your cases
              </Link>
            }
          />
        </Card>
      )}
    </>
  )
}

function CounterNoticeForm({ userId, number }: { userId: number; number: string }) {
  const queryClient = useQueryClient()
  const { queryKey } = counterNoticeQuery(userId, number)
  const form = useZodForm<CounterNotice>(CounterNotice, {
    name: '',
    contact: '',
    explanation: '',
    signature: '',
  })
  const { field, formError } = form
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (body: CounterNotice) =>
      call('POST /api/takedowns/:number/counter-notice', { params: { number }, body }),
    onSuccess: (notice) => queryClient.setQueryData(queryKey, notice),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
    errors: {
      fields: ['name', 'contact', 'explanation', 'goodFaith', 'perjury', 'jurisdiction', 'signature'],
      texts: 'The counter-notice was not sent. Please try again.',
    },
  })
  return (
    <Card padding="lg">
      <form
        noValidate
        aria-label="Counter-notice"
        className={styles.form}
        onSubmit={(event) => void submit(event)}
      >
        {formError && <Alert tone="danger" title={formError} isAlert />}
        <fieldset className={styles.group}>
          <legend>Your response</legend>
          <TextField {...field('name')} label="Your name" autoComplete="name" />
          <TextArea
            {...field('contact')}
            label="How to reach you"
            rows={3}
            hint="Your postal address and email address. The sender of the notice gets them."
          />
          <TextArea
            {...field('explanation')}
            label="Why it was a mistake"
            rows={5}
            lengthMax={takedownLimits.workMax}
          />
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Statements</legend>
          <Statement
            {...field('goodFaith')}
            label="I believe in good faith that the script was removed by mistake or misidentification."
          />
          <Statement {...field('perjury')} label="Under penalty of perjury: what I wrote here is accurate." />
          <Statement
            {...field('jurisdiction')}
            label="I consent to the jurisdiction of the court at my place of residence, and I will accept service of process from the sender of the notice."
          />
          <TextField
            {...field('signature')}
            label="Signature"
            autoComplete="off"
            hint="Type your full name."
          />
        </fieldset>
        <div>
          <Button type="submit" variant="cta" isBusy={isPending} busyText="Sending...">
            Send the counter-notice
          </Button>
        </div>
      </form>
    </Card>
  )
}
