import { createHash } from 'node:crypto'

// React Aria adds these two style elements to the document, on touch screens and in dialogs.
const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

// So does sonner for its toasts: one element, empty at first, then with this text.
const toastStyles = [hashSource(''), "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='"]

/**
 * The content security policy of every page. It has hashes, because a cached page cannot have a nonce. Style attributes
 * are allowed for colours and widths that are data.
 */
export function pagePolicy(inlineScript: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(inlineScript)}`,
    `style-src 'self' ${[...libraryStyles.map(hashSource), ...toastStyles].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    // The logos of partners are on other hosts (docs/decisions/0008), and partners change while a page is open.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
