import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { HttpError } from '#platform/errors.ts'
import { escapeHtml } from '#platform/escape-html.ts'

/** With the colours of web/ui/tokens.css inline: the style sheet itself may not be available. */
const style = `
:root { color-scheme: dark light; --bg: #100e0b; --text: #f5f0e6; --text-2: #cbc1af; --cta: #dccba6; --on-cta: #1a160f; --focus: #f3d894 }
@media (prefers-color-scheme: light) { :root { --bg: #f6f2ea; --text: #1d1912; --text-2: #4c4436; --cta: #2b2417; --on-cta: #fbf4e4; --focus: #7a5c17 } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: var(--bg); color: var(--text-2); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 30rem; padding: 2rem 1rem; text-align: center; text-wrap: balance }
h1 { margin: 0 0 .75rem; color: var(--text); font: 600 clamp(1.75rem, 1.4rem + 2vw, 2.25rem)/1.1 'Arial Narrow', system-ui, sans-serif }
a { display: inline-block; margin-top: 1.5rem; padding: .65rem 1.5rem; border-radius: 9px; background: var(--cta); color: var(--on-cta); font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px }
`

const headings: Partial<Record<HttpError['code'], string>> = {
  unavailable: 'Back in a moment',
  rate_limited: 'One moment, please',
  internal: 'Something went wrong',
}

/** Allows the one style element and nothing else. */
export const errorPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns whether a browser navigates, so that a user would see the JSON. */
export function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|files|assets)\//.test(url) && (headers.accept?.includes('text/html') ?? false)
}

/** The page for a temporary error. Undefined for other errors, which the web app shows. */
export function errorPage({ code, message, retryAfter }: HttpError): string | undefined {
  const heading = headings[code]
  if (heading === undefined) return undefined
  const wait = retryAfter !== undefined && retryAfter > 2 ? ` In ${retryAfter} seconds it should work.` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${escapeHtml(message)}${wait}</p>
<a href="">Try Again</a>
</main>
</body>
</html>
`
}
