import { fileSizeText } from '#web/ui/file-size.ts'

import type { Sending } from './send-script.ts'
import { paceText, spokenPercent } from './upload-pace.ts'
import type { UploadPace } from './upload-pace.ts'

/** What is being done, in the words of the page; `finishing` is what comes once all bytes have left. */
export function sendingLabel({ stage, isArchiveInForm }: Sending, finishing: string): string {
  if (stage === 'checking') return finishing
  if (stage === 'archive') return 'Uploading archive'
  return isArchiveInForm ? 'Uploading archive and images' : 'Uploading images'
}

export function sendingPercent({ sent, total }: Sending): number {
  return total > 0 ? (sent / total) * 100 : 0
}

/** What stands beside the bar. */
export function sendingValue(sending: Sending, pace: UploadPace): string {
  if (sending.stage === 'checking') return fileSizeText(sending.total)
  const percent = `${Math.floor(sendingPercent(sending))}%`
  if (sending.isPaused) return `${percent} · paused`
  return [percent, paceText(pace, sending.total - sending.sent, fileSizeText)].filter(Boolean).join(' · ')
}

/** What a screen reader hears: each stage once, and each quarter of the way. */
export function sendingSpoken(sending: Sending, finishing: string): string {
  if (sending.isPaused) return 'Connection lost. Waiting to go on…'
  if (sending.stage === 'checking') return `Uploaded, 100%. ${finishing}`
  const label = `${sendingLabel(sending, finishing)}, ${spokenPercent(sendingPercent(sending))}%`
  return sending.isRetrying ? `Retrying through the server. ${label}` : label
}
