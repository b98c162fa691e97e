import { useQueryClient } from '@tanstack/react-query'

import { CounterNotice, takedownLimits } from '#contract/moderation/takedowns.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { Statement } from './Statement.tsx'
import { counterNoticeQuery } from './takedown.data.ts'
import styles from './Takedown.module.css'

export function CounterNoticeForm({ userId, number }: { userId: number; number: string }) {
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
        className="stack gap-8"
        onSubmit={(event) => void submit(event)}
      >
        {formError && <Alert tone="danger" title={formError} isAlert />}
        <fieldset className={`${styles.group} stack gap-4 min-0`}>
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
        <fieldset className={`${styles.group} stack gap-4 min-0`}>
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
