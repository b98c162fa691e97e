import { createHash } from 'node:crypto'

// React Aria puts these two style elements into the document by itself, on touch screens and in dialogs.
const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

// sonner brings the styles of the toasts along in the same way: one element, empty at first, then of this text.
const toastStyles = [hashSource(''), "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='"]

/**
 * The content security policy of every page. It names hashes: a page that everybody shares cannot carry a nonce.
 * Style attributes are allowed, because colours and widths that are data arrive in the markup as such; no style
 * element and no script but the named ones is.
 */
export function pagePolicy(inlineScript: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(inlineScript)}`,
    `style-src 'self' ${[...libraryStyles.map(hashSource), ...toastStyles].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    // The logos of partners lie on hosts of their own, and a page lives on while partners come and go.
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
