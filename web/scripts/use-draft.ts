import { useEffect, useState } from 'react'

import { useSession } from '#web/app/session.ts'
import { showToast } from '#web/ui/toast.ts'

import { readDraft, writeDraft } from './draft-text.ts'
import type { ScriptForm } from './use-script-form.ts'

/**
 * Keeps what is written in a form for as long as the tab lives: a reload, or a browser that ends, takes nothing of it
 * along. Leaving the page on purpose, and sending it, throw it away. Files cannot be kept; they are chosen again.
 */
export function useDraft({ reset, subscribe, getValues }: ScriptForm, name: string, isSent = false): void {
  const userId = useSession()?.user.id
  // Of whoever opened the form: a session that ends in between does not make it somebody else's.
  const [key] = useState(`draft ${name} ${userId}`)
  const [first] = useState(() => getValues())
  const [draft] = useState(() => readDraft(stored(key)))
  useEffect(() => {
    if (!draft) return
    const { script_status, ...texts } = draft
    reset({ ...texts, ...(script_status && { script_status }) }, { keepDefaultValues: true })
    void showToast({ type: 'info', title: 'Your draft is back', message: 'Please choose the files again.' })
  }, [draft, reset])
  useEffect(() => {
    if (isSent) return undefined
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => store(key, writeDraft(values, first)),
    })
    return () => {
      stop()
      store(key, undefined)
    }
  }, [key, first, isSent, subscribe])
}

// A browser that keeps nothing, or has no room, is no reason to fail: the form itself still holds everything.
function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {}
}
