import type { QueryClient } from '@tanstack/react-query'

import type { Script } from '#contract/scripts/scripts.ts'
import { call, ApiError } from '#web/app/call.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { scriptPath } from '#web/app/paths.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasPermission } from '#web/app/session.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { focusMain } from '#web/ui/focus-main.ts'
import { showToast } from '#web/ui/toast.ts'
import { whenIdle } from '#web/ui/use-idle.ts'

import {
  invalidateScriptLists,
  isNotFound,
  likeStatusQuery,
  updateScriptQuery,
  scriptQuery,
} from './script-detail.data.ts'
import { loadLazyParts } from './lazy.ts'
import { startDownload } from './start-download.ts'

export { showToast }

const noPermission = 'You need permission to download scripts'

/**
 * Starts the download and records it. Returns the reason if the user may not download, an empty one if the user decided
 * against it; `retry` runs after a new sign-in.
 */
export async function downloadScript(
  id: number,
  session: Session,
  queryClient: QueryClient,
  retry: () => void,
): Promise<string | undefined> {
  if (!hasPermission(session, 'scripts.download')) return noPermission
  const script = queryClient.getQueryData(scriptQuery(id).queryKey)
  if (script?.versionId !== undefined) {
    const { name: scriptName, versionId, analysis } = script
    const { high = [], worst } = analysis ?? {}
    const archive = { scriptId: id, scriptName, versionId, v: undefined, high, worst }
    if (high.length > 0) {
      const { confirmDownload } = await loadLazyParts()
      if (!(await confirmDownload(archive))) return ''
    }
  }
  try {
    const { downloadUrl, fileName } = await call('GET /api/scripts/:id/download', { params: { id } })
    startDownload(downloadUrl, fileName)
  } catch (error) {
    if (isNotFound(error)) showScriptNotFound(id, queryClient)
    else if (isSignInNeeded(error)) openAuthDialog({ onSignedIn: retry })
    else if (error instanceof ApiError && error.code === 'forbidden') return noPermission
    else throw error
    return undefined
  }
  // An error here does not affect the download.
  void call('POST /api/scripts/:id/download', { params: { id } })
    .then(async ({ downloads }) => showCount(queryClient, id, { downloads }))
    .catch(() => undefined)
  return undefined
}

/** Records a view and shows the count that the server replies with. */
export async function recordView(id: number, queryClient: QueryClient): Promise<void> {
  await call('POST /api/scripts/:id/view', { params: { id } })
    .then(async ({ views }) => showCount(queryClient, id, { views }))
    .catch(() => undefined)
}

/** Waits for the lazily loaded parts: React would replace the markup of those that are not hydrated by their fallbacks. */
async function showCount(
  queryClient: QueryClient,
  id: number,
  count: Partial<Pick<Script, 'views' | 'downloads' | 'likes'>>,
): Promise<void> {
  await loadLazyParts()
  whenIdle(() => updateScriptQuery(queryClient, id, count))
}

/** Adds or removes the like of the user. `retry` runs after a new sign-in. */
export async function saveLike(
  id: number,
  isLiked: boolean,
  { user }: Session,
  queryClient: QueryClient,
  retry: () => void,
): Promise<void> {
  const { queryKey } = likeStatusQuery(id, user.id)
  try {
    const reply = isLiked
      ? await call('POST /api/scripts/:id/like', { params: { id } })
      : await call('POST /api/scripts/:id/unlike', { params: { id } })
    // A status requested before the click would overwrite the new one.
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, reply)
    void showCount(queryClient, id, { likes: reply.likeCount })
  } catch (error) {
    if (isNotFound(error)) showScriptNotFound(id, queryClient)
    else if (isSignInNeeded(error)) openAuthDialog({ onSignedIn: retry })
    else void showToast({ type: 'error', title: 'Your like was not saved. Please try again.' })
  }
}

const isSignInNeeded = (error: unknown) => error instanceof ApiError && error.code === 'unauthenticated'

/** For a script that was deleted while its page was open. */
function showScriptNotFound(id: number, queryClient: QueryClient): void {
  queryClient.setQueryData(scriptQuery(id).queryKey, null)
  invalidateScriptLists(queryClient)
  // The focused button is removed.
  focusMain()
  scrollTo({ top: 0 })
}

/** Opens the share dialog of the device, or copies the URL. */
export async function shareScript({ id, name }: { id: number; name: string }): Promise<void> {
  const link = { title: name, url: `${location.origin}${scriptPath(id)}` }
  // The Web Share API needs https and is missing in most desktop browsers.
  const canShare = 'canShare' in navigator && navigator.canShare(link)
  if (canShare && (await openShareDialog(link))) return
  const isCopied = await copyText(link.url)
  await showToast(
    isCopied
      ? { type: 'success', title: 'Link copied' }
      : { type: 'error', title: 'The link was not copied', message: 'Your browser does not allow it.' },
  )
}

/** Also true if the user closed the dialog. */
async function openShareDialog(link: ShareData): Promise<boolean> {
  try {
    await navigator.share(link)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

export async function copyHash(sha256: string): Promise<boolean> {
  const isCopied = await copyText(sha256)
  void showToast(
    isCopied
      ? { type: 'success', title: 'SHA-256 copied' }
      : { type: 'error', title: 'SHA-256 was not copied' },
  )
  return isCopied
}
