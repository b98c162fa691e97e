import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * A link within the explorer, which stays where it is. Not the router's Link: paths of archives may contain any
 * character, and `to` is a pattern.
 */
export function FileLink({
  href,
  resetScroll = false,
  onClick,
  children,
  ...link
}: ComponentProps<'a'> & { href: string; resetScroll?: boolean }) {
  const router = useRouter()
  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href, resetScroll, viewTransition: false })
  }
  return (
    <a {...link} href={href} onClick={open}>
      {children}
    </a>
  )
}

/** Other clicks open a tab or a window. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
