import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Returns a function to call after a submission: it focuses the first invalid field, or else the submit button. */
export function useFirstInvalid(form: RefObject<HTMLFormElement | null>): () => void {
  const [submissions, setSubmissions] = useState(0)
  useEffect(() => {
    if (submissions === 0) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = invalid ?? form.current?.querySelector<HTMLElement>('[type="submit"]')
    target?.focus()
  }, [submissions, form])
  return () => setSubmissions((count) => count + 1)
}
