import { createElement } from 'react'
import type { ComponentProps } from 'react'

type Shapes = [tag: string, props: Record<string, string>][]

/** The component of an icon in builds, from its shapes (tools/vite/inline-icons.ts). base.css has its stroke. */
export function createIcon(shapes: Shapes) {
  // Markup renders faster, but Trusted Types forbid it in the browser.
  const content = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: markupOf(shapes) } }
    : { children: shapes.map(([tag, props], index) => createElement(tag, { key: index, ...props })) }
  return function Icon({ className, ...props }: ComponentProps<'svg'>) {
    return createElement('svg', {
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      'aria-hidden': props['aria-label'] === undefined,
      ...props,
      className: className ? `lucide ${className}` : 'lucide',
      ...content,
    })
  }
}

function markupOf(shapes: Shapes): string {
  return shapes
    .map(([tag, props]) => {
      const attributes = Object.entries(props).map(([name, value]) => ` ${hyphenated(name)}="${value}"`)
      return `<${tag}${attributes.join('')}></${tag}>`
    })
    .join('')
}

const hyphenated = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
