import type { ReactNode } from 'react'

export function ComparisonNote({ children }: { children: ReactNode }) {
  return <p className="pad-4 line-above muted">{children}</p>
}
