import { useEffect } from 'react'

/**
 * Runs the action of a key, unless a field has the focus or a dialog is open. A held key runs it once. Enter belongs to
 * the link or button that has the focus.
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (isField(event.target) || (event.key === 'Enter' && isControl(event.target))) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!action) return
      // The key must not be typed into a field that the action focuses.
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea, select, input:not([type=radio], [type=checkbox])') !== null
  )
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, summary') !== null
}
