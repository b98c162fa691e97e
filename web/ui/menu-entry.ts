import type { ReactNode } from 'react'

/** A link with `href`, an action with `onSelect`. */
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
