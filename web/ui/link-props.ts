import type { ReactNode } from 'react'

/** What an element hands to its `renderLink`: spread it on the router's link, whatever that is. */
export type LinkProps = {
  className: string
  children: ReactNode
  'aria-current'?: 'page'
  rel?: 'prev' | 'next'
}
