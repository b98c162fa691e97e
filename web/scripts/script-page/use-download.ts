import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'

import { loadActions } from './lazy.ts'

const startedMs = 4000

/** A visitor signs in first; then the download starts. */
export function useDownload(id: number) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<'idle' | 'preparing' | 'started'>('idle')
  const [error, setError] = useState<string>()
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function start(): Promise<void> {
    // Read at the click: the session changes with the dialog.
    const session = currentSession()
    setError(undefined)
    if (!session) return openAuthDialog({ mode: 'choose', onSignedIn: () => void start() })
    clearTimeout(reset.current)
    setState('preparing')
    const problem = await loadActions()
      .then(({ downloadScript }) => downloadScript(id, session, queryClient, () => void start()))
      .catch(() => 'Download failed. Please try again.')
    setError(problem)
    setState(problem === undefined ? 'started' : 'idle')
    reset.current = setTimeout(() => setState('idle'), startedMs)
  }
  return {
    state,
    error,
    start: () => {
      if (state !== 'preparing') void start()
    },
  }
}
