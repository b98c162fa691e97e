import { createElement } from 'react'
import type { ComponentProps } from 'react'

/**
 * Stands in for lucide's own factory in builds (vite.config.ts). That one works out every attribute anew at each
 * render, for options that nobody here uses; a list of scripts has a hundred icons.
 */
export function createIcon(node: [tag: string, attributes: object][]) {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ className, ...props }: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] === undefined,
        ...props,
        className: className ? `lucide ${className}` : 'lucide',
      },
      ...drawing,
    )
  }
}
