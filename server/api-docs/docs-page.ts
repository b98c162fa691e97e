import { createHash } from 'node:crypto'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

import { accessInWords } from './openapi.ts'

const style = `
:root{color-scheme:dark light;--bg:#100e0b;--card:#181511;--line:#2f2a22;--text:#f5f0e6;--dim:#cbc1af;--hi:#dccba6}
@media (prefers-color-scheme:light){:root{--bg:#f6f2ea;--card:#fffdf9;--line:#e2d9c9;--text:#1d1912;--dim:#4c4436;--hi:#665432}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:15px/1.6 system-ui,sans-serif}
main{max-width:960px;margin:0 auto;padding:40px 20px 80px}h1{font-size:32px;margin:0 0 8px}h2{margin:40px 0 12px;font-size:22px;text-transform:capitalize}
p{margin:4px 0;color:var(--dim)}a{color:var(--hi)}article{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px 20px;margin:12px 0}
h3{margin:0;font:600 15px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}b{color:var(--hi);margin-right:8px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:10px 0 0;font-size:14px}dt{font-family:ui-monospace,monospace}dd{margin:0;color:var(--dim);overflow-wrap:anywhere}
nav a{margin-right:16px;text-transform:capitalize}`

/** For the page's content security policy. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The contract as a page for people; machines take /api/openapi.json. */
export function renderDocs(siteName: string): string {
  const features = Object.entries(api)
  const links = features.map(([feature]) => `<a href="#${feature}">${inWords(feature)}</a>`).join('')
  const sections = features.map(
    ([feature, calls]) =>
      `<section id="${feature}"><h2>${inWords(feature)}</h2>${Object.values(calls).map(renderCall).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>API · ${escapeHtml(siteName)}</title><style>${style}</style></head><body><main>
<h1>The ${escapeHtml(siteName)} API</h1>
<p>JSON in and out unless a call takes multipart/form-data. Send <code>Authorization: Bearer &lt;token&gt;</code> with the token of login or register.
Errors are <code>{error, code, fields?}</code>. The same as a document for machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Features">${links}</nav>${sections.join('')}</main></body></html>`
}

function renderCall(endpoint: Endpoint): string {
  const { method, path, summary, access } = endpoint
  const inputs = [
    ...fieldsOf(endpoint.params, 'path'),
    ...fieldsOf(endpoint.query, 'query'),
    ...fieldsOf(endpoint.body, 'body'),
  ]
  const files = Object.entries(endpoint.files ?? {}).map(
    ([name, text]) => `<dt>${name}</dt><dd>file: ${escapeHtml(text)}</dd>`,
  )
  const fields = inputs.map(([name, place]) => `<dt>${escapeHtml(name)}</dt><dd>${place}</dd>`)
  const list = fields.length + files.length > 0 ? `<dl>${fields.join('')}${files.join('')}</dl>` : ''
  return `<article><h3><b>${method}</b>${escapeHtml(path)}</h3><p>${escapeHtml(summary)}</p><p>${escapeHtml(accessInWords(access))}</p>${list}</article>`
}

function fieldsOf(schema: Endpoint['params'], place: string): [name: string, place: string][] {
  const shape: unknown = schema && 'shape' in schema ? schema.shape : undefined
  return Object.keys(typeof shape === 'object' && shape ? shape : {}).map((name) => [name, place])
}

function inWords(feature: string): string {
  return feature.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
