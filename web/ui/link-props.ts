import type { ReactNode } from 'react'

/** Passed to `renderLink`: spread them on the router's link. */
export type LinkProps = {
  className: string
  children: ReactNode
  'aria-current'?: 'page'
  rel?: 'prev' | 'next'
}
