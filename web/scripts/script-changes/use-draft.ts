import { useEffect, useState } from 'react'

import { useSession } from '#web/app/session.ts'
import { showToast } from '#web/ui/toast.ts'

import { readDraft, writeDraft } from './draft-text.ts'
import type { ScriptForm } from './use-script-form.ts'

/**
 * Stores the texts of a form in the session storage, so that a reload does not lose them. Leaving the page and
 * submitting the form delete the draft. Files cannot be stored. With another name the draft is stored under it.
 */
export function useDraft(form: ScriptForm, name: string, isSent = false): void {
  const { reset, subscribe, getValues } = form
  const session = useSession()
  // The draft belongs to the user who opened the form, also after the session has expired.
  const [userId] = useState(session?.user.id)
  const key = `draft ${name} ${userId}`
  const { defaultValues: initial = {} } = form.formState
  const [draft] = useState(() => readDraft(stored(key)))
  useEffect(() => {
    if (!draft) return
    const { script_status, ...texts } = draft
    reset({ ...texts, ...(script_status && { script_status }) }, { keepDefaultValues: true })
    void showToast({ type: 'info', title: 'Your draft is back', message: 'Please choose the files again.' })
  }, [draft, reset])
  useEffect(() => {
    if (isSent) return undefined
    store(key, writeDraft(getValues(), initial))
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => store(key, writeDraft(values, initial)),
    })
    return () => {
      stop()
      store(key, undefined)
    }
  }, [key, initial, isSent, subscribe, getValues])
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
