import type { QueryClient } from '@tanstack/react-query'

import { call, CallFailure } from '#web/app/call.ts'
import { scriptPath } from '#web/app/paths.ts'
import type { Session } from '#web/app/session-store.ts'
import { mayUse } from '#web/app/session.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { showToast } from '#web/ui/toast.ts'

import { dropScriptLists, isGone, patchScript, scriptQuery } from './script-detail.data.ts'

// What a script's page does once it is there.

const noPermission = 'You need permission to download scripts'

/** Starts the download of a script's file, and tells the server that it was. Gives back what stands against it. */
export async function downloadScript(
  id: number,
  session: Session,
  queryClient: QueryClient,
): Promise<string | undefined> {
  if (!mayUse(session, 'scripts.download')) return noPermission
  try {
    const { downloadUrl, fileName } = await call('GET /api/scripts/:id/download', { params: { id } })
    saveAs(downloadUrl, fileName)
  } catch (error) {
    if (isGone(error)) showGone(id, queryClient)
    else if (error instanceof CallFailure && error.code === 'forbidden') return noPermission
    else throw error
    return undefined
  }
  // A download that was not counted is still one.
  void call('POST /api/scripts/:id/download', { params: { id } })
    .then(({ downloads }) => patchScript(queryClient, id, { downloads }))
    .catch(() => undefined)
  return undefined
}

/** The browser itself fetches the signed address: an archive of a gigabyte never passes through the page. */
function saveAs(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}

/** Tells the server that a script was seen, and shows the count it answers. */
export async function recordView(id: number, queryClient: QueryClient): Promise<void> {
  await call('POST /api/scripts/:id/view', { params: { id } })
    .then(({ views }) => patchScript(queryClient, id, { views }))
    .catch(() => undefined)
}

/** Says why a like was taken back. */
export function explainLike(error: unknown, id: number, queryClient: QueryClient): void {
  if (isGone(error)) showGone(id, queryClient)
  else void showToast({ type: 'error', title: 'Your like was not saved. Please try again.' })
}

/** Somebody deleted the script whose page is open: the page says so, in place of a button that does nothing. */
function showGone(id: number, queryClient: QueryClient): void {
  queryClient.setQueryData(scriptQuery(id).queryKey, null)
  dropScriptLists(queryClient)
  // The button that was pressed is gone as well.
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  scrollTo({ top: 0 })
}

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

/** Whether it is on the clipboard now. */
export async function copyHash(sha256: string): Promise<boolean> {
  const isCopied = await copyText(sha256)
  void showToast(
    isCopied
      ? { type: 'success', title: 'SHA-256 copied' }
      : { type: 'error', title: 'SHA-256 was not copied' },
  )
  return isCopied
}
