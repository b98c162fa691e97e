import { useState } from 'react'
import type { DragEvent } from 'react'

/** Reorders tiles with the mouse; touch and keyboard use the buttons of the tiles. */
export function useTileDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }
  return {
    tileProps: (index: number) => ({
      draggable: true,
      'data-dragged': from === index || undefined,
      'data-over': (over === index && from !== index) || undefined,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        setFrom(index)
      },
      onDragOver: (event: DragEvent) => {
        // A file dragged into the browser belongs to the drop zone.
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
