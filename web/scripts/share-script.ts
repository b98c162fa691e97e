import { scriptPath } from '#web/app/paths.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { showToast } from '#web/ui/toast.ts'

/** Hands the address of a script to the device's own way of sharing; where there is none, to the clipboard. */
export async function shareScript({ id, name }: { id: number; name: string }): Promise<void> {
  const link = { title: name, url: `${location.origin}${scriptPath(id)}` }
  // A hub without https, and most desktops, know no other way of sharing.
  const canShare = 'canShare' in navigator && navigator.canShare(link)
  if (canShare && (await wasOffered(link))) return
  const isCopied = await copyText(link.url)
  await showToast(
    isCopied
      ? { type: 'success', title: 'Link copied' }
      : { type: 'error', title: 'The link was not copied', message: 'Your browser does not allow it.' },
  )
}

/** True also for whoever thought better of it. */
async function wasOffered(link: ShareData): Promise<boolean> {
  try {
    await navigator.share(link)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
