import { z } from 'zod/mini'

import { takedownLimits, TakedownNotice } from '#contract/moderation/takedowns.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useSite } from '#web/app/use-site.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { Statement } from './Statement.tsx'
import styles from './Takedown.module.css'

/** The URLs are lines of one field. */
const NoticeForm = z.extend(TakedownNotice, {
  urls: z.string().check(
    z.refine((text: string) => urlsOf(text).length > 0, 'Please enter the URL of a script'),
    z.refine((text: string) => urlsOf(text).length <= takedownLimits.urlsMax, 'At most 20 URLs'),
    z.refine(
      (text: string) => urlsOf(text).every(isUrl),
      'Please enter URLs of scripts, such as https://…/scripts/42, one per line',
    ),
  ),
})

type NoticeForm = z.output<typeof NoticeForm>

export function TakedownForm({ onSent }: { onSent: (email: string) => void }) {
  const { siteName } = useSite()
  const form = useZodForm<NoticeForm>(NoticeForm, {
    name: '',
    email: '',
    onBehalfOf: '',
    right: 'copyright',
    work: '',
    urls: '',
    signature: '',
  })
  const { field, formError } = form
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ urls, ...notice }: NoticeForm) =>
      call('POST /api/takedowns', { body: { ...notice, urls: urlsOf(urls) } }),
    onSuccess: () => onSent(form.getValues('email')),
    errors: {
      fields: ['name', 'email', 'onBehalfOf', 'right', 'work', 'urls', 'goodFaith', 'perjury', 'signature'],
      texts: 'The notice was not sent. Please try again.',
    },
  })
  return (
    <Card padding="lg">
      <form
        noValidate
        aria-label="Takedown notice"
        className="stack gap-8"
        onSubmit={(event) => void submit(event)}
      >
        {formError && <Alert tone="danger" title={formError} isAlert />}
        <fieldset className={`${styles.group} stack gap-4 min-0`}>
          <legend>You</legend>
          <TextField {...field('name')} label="Your name" autoComplete="name" />
          <TextField
            {...field('email')}
            label="Email address"
            type="email"
            autoComplete="email"
            hint="We send the confirmation link and our decision to it. The uploader does not see it."
          />
          <TextField
            {...field('onBehalfOf')}
            label="Who owns the rights"
            autoComplete="off"
            hint="You, or a company or author that you act for."
          />
        </fieldset>
        <fieldset className={`${styles.group} stack gap-4 min-0`}>
          <legend>The work</legend>
          <Select
            {...field('right')}
            label="Right"
            options={[
              { value: 'copyright', label: 'Copyright' },
              { value: 'trademark', label: 'Trademark' },
              { value: 'other-right', label: 'Another right' },
            ]}
          />
          <TextArea
            {...field('work')}
            label="Your work"
            rows={5}
            lengthMax={takedownLimits.workMax}
            hint="Describe it, with a link or other proof that it existed before."
          />
          <TextArea
            {...field('urls')}
            label="What should be removed"
            rows={3}
            hint={`The URLs of the scripts on ${siteName}, one per line. At most 20.`}
          />
        </fieldset>
        <fieldset className={`${styles.group} stack gap-4 min-0`}>
          <legend>Statements</legend>
          <Statement
            {...field('goodFaith')}
            label="I believe in good faith that this use of the work is not permitted by its owner, an agent of the owner or the law."
          />
          <Statement
            {...field('perjury')}
            label="Under penalty of perjury: this notice is accurate, and I own the rights or act for their owner."
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
            Send the notice
          </Button>
        </div>
      </form>
    </Card>
  )
}

const isUrl = (url: string) => TakedownNotice.shape.urls.safeParse([url]).success

function urlsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((url) => url.trim())
    .filter((url) => url !== '')
}
