import { useState } from 'react'

/** The kind of code that a form takes; switching it empties and focuses the field. */
export function useCodeKind(form: {
  setValue: (field: 'code', text: string) => void
  clearFieldError: (field: 'code') => void
  setFocus: (field: 'code') => void
}): { isRecovery: boolean; onSwitch: () => void } {
  const [isRecovery, setRecovery] = useState(false)
  function onSwitch() {
    setRecovery(!isRecovery)
    form.setValue('code', '')
    form.clearFieldError('code')
    form.setFocus('code')
  }
  return { isRecovery, onSwitch }
}
