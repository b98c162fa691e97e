import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked } from 'marked'

import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'
import { escapeHtml } from '#platform/escape-html.ts'
import { programFolder } from '#platform/version.ts'

const shared = ["default-src 'none'", "script-src 'self'", "style-src 'self'"]
const closed = [
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

/**
 * Swagger UI has its icons as data: URLs, shows images of responses as blob: URLs, sends requests to this server, and
 * its sanitizer creates a Trusted Types policy.
 */
export const referencePolicy = [
  ...shared,
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  ...closed,
  'trusted-types dompurify',
].join('; ')

export const guidePolicy = [...shared, "img-src 'self'", ...closed, "trusted-types 'none'"].join('; ')

/** The reference: an empty element that Swagger UI fills in the browser. */
export function renderReference(siteName: string): string {
  const title = `${escapeHtml(siteName)} API`
  return page(
    title,
    `<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/viewer.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/viewer.js" type="module"></script>`,
    `<header>
<h1>${title}</h1>
<p>Read the <a href="/api/guide">guide</a> first: it explains signing in, uploads, limits and errors. Programs read the
<a href="/api/openapi.json">OpenAPI document</a>.</p>
<h2>Calls</h2>
</header>
<div id="viewer"><noscript>The reference needs JavaScript.</noscript></div>`,
  )
}

const markdown = new Marked({
  renderer: {
    // The only part of the page that can be wider than the screen: it scrolls, by keyboard too.
    table(token) {
      const rows = token.rows.map((row) =>
        this.tablerow({ text: row.map((cell) => this.tablecell(cell)).join('') }),
      )
      const head = this.tablerow({ text: token.header.map((cell) => this.tablecell(cell)).join('') })
      return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`
    },
  },
})

/** The guide: docs/api.md as a page. */
export async function renderGuide(siteName: string): Promise<string> {
  const text = await readFile(join(programFolder, 'docs/api.md'), 'utf8')
  const content = await markdown.parse(text)
  return page(
    `${escapeHtml(siteName)} API guide`,
    '',
    `<main><p><a href="/api/docs">API reference</a></p>\n${content}</main>`,
  )
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/pages.css">
<script src="/api/docs/theme.js"></script>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

const javascript = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'

/** The files of the two pages by the name in their URL, so that no path of a request reaches the disk. */
const files = new Map([
  [
    'swagger-ui-bundle.js',
    { url: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), type: javascript },
  ],
  ['swagger-ui.css', { url: import.meta.resolve('swagger-ui-dist/swagger-ui.css'), type: css }],
  ['theme.js', { url: import.meta.resolve('./viewer/theme.js'), type: javascript }],
  ['viewer.js', { url: import.meta.resolve('./viewer/viewer.js'), type: javascript }],
  ['pages.css', { url: import.meta.resolve('./viewer/pages.css'), type: css }],
  ['viewer.css', { url: import.meta.resolve('./viewer/viewer.css'), type: css }],
])

export async function readViewerFile(name: string): Promise<CacheableResponse> {
  const file = files.get(name)
  if (!file) throw notFound('Not found')
  const body = await readFile(new URL(file.url))
  return { status: 200, headers: { 'content-type': file.type }, body, tags: new Set() }
}
