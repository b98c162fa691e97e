import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'

import { createTwoClick } from './two-click.ts'

const browserTimer = {
  set: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clear: (handle: unknown) => window.clearTimeout(Number(handle)),
}

export function useTwoClick(
  onConfirm: () => void,
  waitMs = 4000,
): {
  isArmed: boolean
  buttonProps: { onClick: () => void; onBlur: () => void; onKeyDown: (event: KeyboardEvent) => void }
} {
  const [isArmed, setArmed] = useState(false)
  const [twoClick] = useState(() => createTwoClick({ onChange: setArmed, waitMs, timer: browserTimer }))
  useEffect(() => twoClick.disarm, [twoClick])
  return {
    isArmed,
    buttonProps: {
      onClick: () => twoClick.click(onConfirm),
      onBlur: twoClick.disarm,
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || !isArmed) return
        // Escape disarms the button and does not close the dialog around it.
        event.stopPropagation()
        twoClick.disarm()
      },
    },
  }
}
