import type { LinkProps } from '#web/ui/link-props.ts'

/** Stands for the router's link, which this kit does without. */
export function KitLink({
  to,
  onClick,
  children,
  ...link
}: LinkProps & { to: string; onClick?: (() => void) | undefined }) {
  return (
    <a {...link} href={`#${to}`} onClick={onClick}>
      {children}
    </a>
  )
}
