import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useSite } from '#web/app/use-site.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import styles from './RedirectDialog.module.css'

const countdownSeconds = 5
const closesAfterMs = 1000

export function RedirectDialog({ onClose }: { onClose: () => void }) {
  const { chatInviteUrl, siteName } = useSite()
  const [left, setLeft] = useState(countdownSeconds)
  const [opened, setOpened] = useState<'no' | 'yes' | 'blocked'>('no')
  useEffect(() => {
    if (opened !== 'no') return undefined
    const handle = setTimeout(() => {
      setLeft(left - 1)
      if (left === 1) setOpened(openTab(chatInviteUrl) ? 'yes' : 'blocked')
    }, 1000)
    return () => clearTimeout(handle)
  }, [left, opened, chatInviteUrl])
  useEffect(() => {
    if (opened !== 'yes') return undefined
    const handle = setTimeout(onClose, closesAfterMs)
    return () => clearTimeout(handle)
  }, [opened, onClose])

  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Leaving the site"
      text={`You are on your way to the ${siteName} community on Discord.`}
    >
      <div className="grid items-center gap-4">
        <p className={`grid center circle ${styles.count}`} role="timer" aria-label="Countdown">
          {left}
        </p>
        <p className="muted text-center" aria-live="polite">
          {opened === 'blocked'
            ? 'Your browser blocked the new tab. Use the button instead.'
            : opened === 'yes'
              ? 'The invite is open in a new tab.'
              : 'The invite opens automatically in a new tab.'}
        </p>
        <a
          className={buttonClass({ variant: 'cta', size: 'lg', isWide: true })}
          href={chatInviteUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setOpened('yes')}
        >
          <ExternalLink />
          Continue To Link
        </a>
      </div>
    </Dialog>
  )
}

/** With `noopener`, `open` returns null even if the popup was not blocked. */
function openTab(url: string): boolean {
  const tab = open(url, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
