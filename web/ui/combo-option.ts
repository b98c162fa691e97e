import type { ReactNode } from 'react'

export type ComboOption = { id: string; label: string; note?: string; icon?: ReactNode }

/** Found by name or note, wherever the words stand. */
export function matchingOptions(options: readonly ComboOption[], text: string): readonly ComboOption[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return options
  return options.filter((option) => `${option.label} ${option.note ?? ''}`.toLowerCase().includes(wanted))
}

/** Arrow keys go round: after the last comes the first. -1 is nowhere yet. */
export function stepIndex(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active === -1) return step === 1 ? 0 : count - 1
  return (active + step + count) % count
}
