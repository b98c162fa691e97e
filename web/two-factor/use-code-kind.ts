import { useState } from 'react'

/** Which of the two kinds of code a form asks for; whoever turns to the other one begins with an empty field. */
export function useCodeKind(form: {
  setValue: (field: 'code', text: string) => void
  forgive: (field: 'code') => void
  setFocus: (field: 'code') => void
}): { isRecovery: boolean; onSwitch: () => void } {
  const [isRecovery, setRecovery] = useState(false)
  function onSwitch() {
    setRecovery(!isRecovery)
    form.setValue('code', '')
    form.forgive('code')
    form.setFocus('code')
  }
  return { isRecovery, onSwitch }
}
