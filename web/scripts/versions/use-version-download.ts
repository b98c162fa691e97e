import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { call, ApiError } from '#web/app/call.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { currentSession } from '#web/app/session-store.ts'
import { hasPermission } from '#web/app/session.ts'
import { startDownload } from '#web/scripts/script-page/start-download.ts'
import { showToast } from '#web/ui/toast.ts'

import { confirmDownload } from './download-question.ts'
import { reportQuery } from './versions.data.ts'

/** Asks once before an archive with findings of severity high is downloaded, see confirmDownload. */
export function useVersionQuestion({ id: scriptId, name: scriptName }: Script) {
  const queryClient = useQueryClient()
  return async ({ id: versionId, isCurrent, severity }: VersionSummary): Promise<boolean> => {
    if (severity !== 'high') return true
    const { findings, worst } = await queryClient.fetchQuery(reportQuery(versionId))
    const highFindings = findings.filter(
      (finding) => finding.severity === 'high' && finding.verdict?.verdict !== 'accepted',
    )
    const high = [...new Set(highFindings.map(({ title }) => title))]
    const v = isCurrent ? undefined : versionId
    return confirmDownload({ scriptId, scriptName, versionId, v, high, worst })
  }
}

/** Downloads any version of a script. A visitor signs in first; then the download starts. */
export function useVersionDownload(script: Script) {
  const isConfirmed = useVersionQuestion(script)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (version: VersionSummary) => {
      if (!(await isConfirmed(version))) return
      const { downloadUrl, fileName } = await call('GET /api/versions/:id/download', {
        params: { id: version.id },
      })
      startDownload(downloadUrl, fileName)
      void showToast({ type: 'success', title: 'Your download has started', message: fileName })
      // An error here does not affect the download.
      await call('POST /api/scripts/:id/download', { params: { id: script.id } }).catch(() => undefined)
    },
    onError: (error, version) => {
      if (error instanceof ApiError && error.code === 'unauthenticated')
        return openAuthDialog({ onSignedIn: () => start(version) })
      const title = errorMessage(error, 'Download failed. Please try again.')
      return void showToast({ type: 'error', title })
    },
  })

  function start(version: VersionSummary): void {
    // Read at the click: the session changes with the dialog.
    const session = currentSession()
    if (!session) openAuthDialog({ mode: 'choose', onSignedIn: () => start(version) })
    else if (hasPermission(session, 'scripts.download')) mutate(version)
    else void showToast({ type: 'error', title: 'You need permission to download scripts' })
  }
  return { start, pendingId: isPending ? variables.id : undefined }
}
