import { createElement } from 'react'
import type { ComponentProps } from 'react'

type Drawing = [tag: string, attributes: Record<string, string>][]

/**
 * Stands in for lucide's own factory in builds (vite.config.ts). That one works out every attribute anew at each
 * render, for options that nobody here uses; a list of scripts has forty icons. How the lines look is in base.css.
 */
export function createIcon(drawing: Drawing) {
  const content = import.meta.env.SSR ? asMarkup(drawing) : asChildren(drawing)
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

const asChildren = (drawing: Drawing) => ({
  children: drawing.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes })),
})

/** The same as text, written once: to React on the server each line of a drawing is an element like any other. */
function asMarkup(drawing: Drawing) {
  const lines = drawing.map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${hyphenated(name)}="${value}"`)
    return `<${tag}${written.join('')}></${tag}>`
  })
  return { dangerouslySetInnerHTML: { __html: lines.join('') } }
}

const hyphenated = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
