import { useState } from 'react'
import type { DragEvent } from 'react'

/** Tiles that a mouse can put in another order; for fingers and keys each tile has its buttons. */
export function useTileDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }
  return {
    place: (index: number) => ({
      draggable: true,
      'data-dragged': from === index || undefined,
      'data-over': (over === index && from !== index) || undefined,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        setFrom(index)
      },
      onDragOver: (event: DragEvent) => {
        // Files from elsewhere belong to the field above.
        if (from === undefined) return
        event.preventDefault()
        setOver(index)
      },
      onDrop: (event: DragEvent) => {
        if (from === undefined) return
        event.preventDefault()
        onMove(from, index)
        end()
      },
      onDragEnd: end,
    }),
  }
}
