import { Mail } from 'lucide-react'
import { useState } from 'react'

import { call, CallFailure } from '#web/app/call.ts'
import { refreshSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

import { explainFailure } from './explain-failure.ts'
import { PassingNotice } from './PassingNotice.tsx'
import styles from './SettingsPage.module.css'
import { usePassingMessage } from './use-passing-message.ts'

const failureTexts = {
  refused: 'The mail could not be sent. Please try again.',
  broken: 'An error occurred while sending the mail',
}

/** For whoever has not confirmed their address: the mail may have been lost. */
export function ConfirmationCard({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)
  const outcome = usePassingMessage()
  async function send() {
    outcome.clear()
    setBusy(true)
    try {
      await call('POST /api/account/confirmation')
      outcome.show('ok', 'Confirmation email sent! Check your inbox.')
    } catch (error) {
      // Confirmed meanwhile, on another device: this card has nothing more to say.
      if (error instanceof CallFailure && error.status === 409) await refreshSession()
      else outcome.show('danger', explainFailure(error, failureTexts))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card as="section" padding="lg" className={styles.card} aria-labelledby="confirmation-title">
      <div className={styles.head}>
        <h2 id="confirmation-title">Confirm your email</h2>
        <p>
          We sent a mail to <strong className={styles.address}>{email}</strong>. The link in it confirms that
          the address is yours.
        </p>
      </div>
      <div className={styles.foot}>
        <PassingNotice message={outcome.message} />
        <div className={styles.actions}>
          <Button icon={<Mail />} isBusy={isBusy} busyText="Sending Email..." onClick={() => void send()}>
            Send Email Again
          </Button>
        </div>
      </div>
    </Card>
  )
}
