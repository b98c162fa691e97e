import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'

import { useSession } from '#web/app/session.ts'
import { readStored, writeStored } from '#web/ui/stored-text.ts'
import { showToast } from '#web/ui/toast.ts'
import { licenses } from '#contract/scripts/licenses.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'

import type { ScriptForm } from './use-script-form.ts'

const Draft = z.object({
  name: z.string(),
  description: z.string(),
  // An empty select has the value ''.
  script_status: z.catch(z.optional(z.enum(scriptStatuses)), undefined),
  category: z.string(),
  version: z.string(),
  tags: z.string(),
  // Missing in a draft of an earlier release.
  changelog: z.catch(z.string(), ''),
  documentation: z.catch(z.string(), ''),
  license: z.catch(z.enum(['', ...licenses]), ''),
  sourceUrl: z.catch(z.string(), ''),
  documentationUrl: z.catch(z.string(), ''),
  supportUrl: z.catch(z.string(), ''),
  teamId: z.catch(z.string(), ''),
})

type Draft = z.output<typeof Draft>

/**
 * Stores the texts of a form in the session storage, so that a reload does not lose them. Leaving the page and
 * submitting the form delete the draft; a page that fails and is loaded again has it. Files cannot be stored. With
 * another name the draft is stored under it.
 */
export function useDraft(form: ScriptForm, name: string, isSent = false): void {
  const { reset, subscribe, getValues } = form
  const session = useSession()
  // The draft belongs to the user who opened the form, also after the session has expired.
  const [userId] = useState(session?.user.id)
  const key = `draft ${name} ${userId}`
  const { defaultValues: initial = {} } = form.formState
  const [draft] = useState(() => readDraft(readStored(key, 'sessionStorage')))
  useEffect(() => {
    if (!draft) return
    const { script_status, ...texts } = draft
    reset({ ...texts, ...(script_status && { script_status }) }, { keepDefaultValues: true })
    void showToast({ type: 'info', title: 'Your draft is back', message: 'Please choose the files again.' })
  }, [draft, reset])
  const lastKey = useRef(key)
  useEffect(() => {
    if (isSent || lastKey.current !== key) writeStored(lastKey.current, undefined, 'sessionStorage')
    lastKey.current = key
    if (isSent) return undefined
    const { pathname } = location
    writeStored(key, writeDraft(getValues(), initial), 'sessionStorage')
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => writeStored(key, writeDraft(values, initial), 'sessionStorage'),
    })
    return () => {
      stop()
      if (location.pathname !== pathname) writeStored(key, undefined, 'sessionStorage')
    }
  }, [key, initial, isSent, subscribe, getValues])
}

/** undefined for invalid content. */
export function readDraft(text: string | null): Draft | undefined {
  if (text === null) return undefined
  try {
    return Draft.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** undefined if the form has its initial values. */
export function writeDraft(texts: object, initial: object): string | undefined {
  return filledValues(texts) === filledValues(initial) ? undefined : JSON.stringify(texts)
}

function filledValues(texts: object): string {
  return JSON.stringify(
    Object.entries(texts)
      .filter(([, text]) => text)
      .toSorted(([first], [other]) => (first < other ? -1 : 1)),
  )
}
