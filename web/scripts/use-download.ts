import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { CallFailure } from '#web/app/call.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { mayUse } from '#web/app/session.ts'

import { isGone } from './script-detail.data.ts'

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
      const { saveScript } = await import('./save-script.ts')
      await saveScript(id, queryClient)
      setState('started')
      reset.current = setTimeout(() => setState('idle'), startedMs)
    } catch (failure) {
      setState('idle')
      if (isGone(failure))
        return void import('./show-gone.ts').then(({ showGone }) => showGone(queryClient, id))
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
