import type { ReactNode } from 'react'

/** With `href` the entry is a link that also opens in a new tab; with `onSelect` it acts. */
export type MenuEntry =
  | 'separator'
  | {
      id: string
      label: string
      icon?: ReactNode
      href?: string
      onSelect?: () => void
      isDanger?: boolean
      isDisabled?: boolean
    }
