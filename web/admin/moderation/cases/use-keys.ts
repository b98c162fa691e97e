import { useEffect, useEffectEvent } from 'react'

/**
 * Runs the action of a key, unless a field has the focus or a dialog is open. A held key runs it once. Enter belongs to
 * the link or button that has the focus. `Shift+2` is the key of the digit, whatever it types, and `Ctrl+Enter` also the
 * one with the command key.
 */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  // An effect event has the actions of what is on the screen. A listener that an effect replaces has the earlier ones for a moment.
  const run = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.altKey) return
    const name = nameOf(event)
    if (isField(event.target) || (name === 'Enter' && isControl(event.target))) return
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return
    const action = actions[name]
    if (!action) return
    // The key must not be typed into a field that the action focuses.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => run(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function nameOf({ key, code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  const digit = shiftKey ? /^Digit([1-9])$/.exec(code)?.[1] : undefined
  const name = digit === undefined ? (key.length === 1 ? key.toLowerCase() : key) : `Shift+${digit}`
  return ctrlKey || metaKey ? `Ctrl+${name}` : name
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
