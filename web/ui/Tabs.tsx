import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import type { LinkProps } from './link-props.ts'
import styles from './Tabs.module.css'
import { tintOf } from './tint.ts'
import { useCurrentInView } from './use-current-in-view.ts'

/** Tabs that are links. On narrow screens they scroll, with the current one in view. */
export function Tabs<Id extends string | number>({
  label,
  tabs,
  currentId,
  renderLink,
}: {
  label: string
  tabs: readonly {
    id: Id
    label: string
    count?: ReactNode
    icon?: ReactNode
    color?: string | null | undefined
  }[]
  currentId: Id
  renderLink: (id: Id, props: LinkProps) => ReactNode
}) {
  const list = useCurrentInView<HTMLUListElement>(tabs.findIndex((tab) => tab.id === currentId))
  return (
    <nav className={`relative line-below ${styles.tabs}`} aria-label={label}>
      <ul className={`flex scroll-x ${styles.list}`} ref={list}>
        {tabs.map((tab) => (
          <li key={tab.id} style={tab.color === undefined ? undefined : { '--tint': tintOf(tab.color) }}>
            {renderLink(tab.id, {
              className: classNames('inline-row centered medium nowrap', styles.tab),
              children: (
                <>
                  {tab.icon}
                  {tab.label}
                  {tab.count !== undefined && <span className="text-xs numeric faint">{tab.count}</span>}
                </>
              ),
              ...(tab.id === currentId && { 'aria-current': 'page' as const }),
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}
