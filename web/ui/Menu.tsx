import type { ReactNode, RefObject } from 'react'
import { Menu as AriaMenu, MenuItem, Popover, RouterProvider, Separator } from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './Menu.module.css'

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

/** Loaded by MenuButton. */
export function Menu({
  triggerRef,
  isOpen,
  onOpenChange,
  onNavigate,
  label,
  header,
  entries,
  placement = 'bottom end',
}: {
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onNavigate: (href: string) => void
  label: string
  header?: ReactNode
  entries: readonly MenuEntry[]
  placement?: 'bottom end' | 'bottom start' | 'top end'
}) {
  return (
    <RouterProvider navigate={onNavigate}>
      <Popover
        className={classNames('scroll no-outline framed-strong round-lg fill-1', styles.popover)}
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        placement={placement}
        aria-label={label}
      >
        {header && <div className="pad-4 line-below">{header}</div>}
        <AriaMenu
          className={classNames('no-outline', styles.menu)}
          aria-label={label}
          onClose={() => onOpenChange(false)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened menu takes the focus
          autoFocus="first"
        >
          {entries.map((entry, index) =>
            entry === 'separator' ? (
              // oxlint-disable-next-line react/no-array-index-key -- a line has nothing else to be known by
              <Separator key={`line-${index}`} className={classNames(styles.separator)} />
            ) : (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                className={classNames('row round-sm medium', styles.item, entry.isDanger && styles.danger)}
                {...(entry.href !== undefined && { href: entry.href })}
                {...(entry.onSelect && { onAction: entry.onSelect })}
                {...(entry.isDisabled && { isDisabled: true })}
              >
                {entry.icon}
                {entry.label}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </RouterProvider>
  )
}
