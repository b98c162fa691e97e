import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { call, CallFailure } from '#web/app/call.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { mayUse } from '#web/app/session.ts'

import { patchScript } from './script-detail.data.ts'

export type Download = {
  state: 'idle' | 'preparing' | 'started'
  error: string | undefined
  start: () => void
}

const noPermission = 'You need permission to download scripts'
const startedMs = 4000

/** Gets the script's file to the person's disk; whoever is signed out signs in first and then gets it. */
export function useDownload(id: number): Download {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Download['state']>('idle')
  const [error, setError] = useState<string>()
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function start(): Promise<void> {
    // Asked for at the moment of the press: after the dialog the person is another.
    const session = currentSession()
    setError(undefined)
    if (!session) return openAuthDialog({ onSignedIn: () => void start() })
    if (!mayUse(session, 'scripts.download')) return setError(noPermission)
    clearTimeout(reset.current)
    setState('preparing')
    try {
      const { downloadUrl, fileName } = await call('GET /api/scripts/:id/download', { params: { id } })
      const recorded = call('POST /api/scripts/:id/download', { params: { id } })
      saveAs(downloadUrl, fileName)
      setState('started')
      reset.current = setTimeout(() => setState('idle'), startedMs)
      // A download that was not counted is still one.
      await recorded
        .then(({ downloads }) => patchScript(queryClient, id, { downloads }))
        .catch(() => undefined)
    } catch (failure) {
      setState('idle')
      const isForbidden = failure instanceof CallFailure && failure.code === 'forbidden'
      setError(isForbidden ? noPermission : 'Download failed. Please try again.')
    }
  }
  return {
    state,
    error,
    start: () => {
      if (state !== 'preparing') void start()
    },
  }
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
