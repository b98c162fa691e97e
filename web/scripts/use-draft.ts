import { useEffect, useState } from 'react'

import { useSession } from '#web/app/session.ts'
import { showToast } from '#web/ui/toast.ts'

import { readDraft, writeDraft } from './draft-text.ts'
import type { ScriptForm } from './use-script-form.ts'

/**
 * Stores the texts of a form in the session storage, so that a reload does not lose them. Leaving the page and
 * submitting the form delete the draft. Files cannot be stored.
 */
export function useDraft({ reset, subscribe, getValues }: ScriptForm, name: string, isSent = false): void {
  const userId = useSession()?.user.id
  // Of the user who opened the form, also after the session has expired.
  const [key] = useState(`draft ${name} ${userId}`)
  const [initial] = useState(() => getValues())
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
      callback: ({ values }) => store(key, writeDraft(values, initial)),
    })
    return () => {
      stop()
      store(key, undefined)
    }
  }, [key, initial, isSent, subscribe])
}

// Without storage, or if it is full, there is no draft.
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
