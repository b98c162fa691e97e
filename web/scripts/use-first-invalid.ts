import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Call what it returns when a form is done with being sent and is still there: the first field at fault takes the
 * focus once its message stands there, and the button to try again when no field is to blame.
 */
export function useFirstInvalid(form: RefObject<HTMLFormElement | null>): () => void {
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = invalid ?? form.current?.querySelector<HTMLElement>('[type="submit"]')
    target?.focus()
  }, [refusals, form])
  return () => setRefusals((count) => count + 1)
}
