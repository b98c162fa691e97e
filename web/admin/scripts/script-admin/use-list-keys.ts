import { useEffect } from 'react'

/** J and K, or the arrow keys, move the focus along the scripts of the table; Enter opens one. */
export function useListKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (step === 0) return
      const links = [...document.querySelectorAll<HTMLElement>('[data-script] a[data-opens]')]
      const current = links.findIndex((link) =>
        link.closest('[data-script]')?.contains(document.activeElement),
      )
      const next = links[current === -1 ? (step > 0 ? 0 : links.length - 1) : current + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** 0 for other keys, while typing and in dialogs. The arrow keys scroll unless a row has the focus. */
function stepOf({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): -1 | 0 | 1 {
  if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return 0
  const isText = target.matches('textarea, select, [contenteditable], input:not([type=checkbox])')
  if (isText || target.closest('[role=dialog], [role=alertdialog], [role=menu]')) return 0
  const isInRow = target.closest('[data-script]') !== null
  if (key === 'j' || (key === 'ArrowDown' && isInRow)) return 1
  return key === 'k' || (key === 'ArrowUp' && isInRow) ? -1 : 0
}
