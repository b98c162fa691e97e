import { useState } from 'react'
import type { DragEvent } from 'react'

/** Moves items by dragging: with the mouse, or after a long press. Buttons of the items do the same by keyboard. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; over: number }>()
  return {
    itemProps: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      'data-over': (drag?.over === index && drag.from !== index) || undefined,
      onDragOver: (event: DragEvent) => {
        // A file dragged into the browser belongs to a drop zone.
        if (!drag) return
        event.preventDefault()
        if (drag.over !== index) setDrag({ ...drag, over: index })
      },
      onDrop: (event: DragEvent) => {
        if (!drag) return
        event.preventDefault()
        onMove(drag.from, index)
        setDrag(undefined)
      },
    }),
    /** The item itself, or a part of it where its text can be selected. */
    handleProps: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        setDrag({ from: index, over: index })
      },
      onDragEnd: () => setDrag(undefined),
    }),
  }
}

/** The list with one item at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.slice(from, from + 1)
  return items.toSpliced(from, 1).toSpliced(to, 0, ...moved)
}
