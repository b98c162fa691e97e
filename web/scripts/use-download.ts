import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'

import { lateParts } from './late-parts.ts'

export type Download = {
  state: 'idle' | 'preparing' | 'started'
  error: string | undefined
  start: () => void
}

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
    clearTimeout(reset.current)
    setState('preparing')
    const problem = await lateParts()
      .then(({ downloadScript }) => downloadScript(id, session, queryClient))
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
