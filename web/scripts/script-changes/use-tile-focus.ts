import { useEffect, useRef, useState } from 'react'

/** Focuses a button of a tile after a change: a moved or disabled button loses the focus. */
export function useTileFocus() {
  const container = useRef<HTMLDivElement>(null)
  const [focused, focusTile] = useState<{ id: string; action: string }>()
  useEffect(() => {
    if (!focused) return
    const tile = `[data-image="${CSS.escape(focused.id)}"]`
    const button = container.current?.querySelector<HTMLElement>(
      `${tile} [data-action="${focused.action}"]:not(:disabled)`,
    )
    const other = container.current?.querySelector<HTMLElement>(`${tile} button:not(:disabled)`)
    ;(button ?? other ?? container.current?.querySelector('input'))?.focus()
  }, [focused])
  return { container, focusTile }
}
