import { describe, expect, test } from 'vitest'

import { manifest, scanFiles } from '#test-support/scan-files.ts'

const hostile = `\nonNet('a', (code) => { eval(code) })\n`
const resource = `${manifest}server_script 'main.js'\nui_page 'html/index.html'\nfiles { 'html/index.html', 'html/page.js' }`

function scan(files: Record<string, string>) {
  const { findings } = scanFiles({ 'fxmanifest.lua': resource, ...files })
  return findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)
}

const unread = (files: Record<string, string>) =>
  scan(files).filter((line) => /^(does-not-parse|not-fully-read) /.test(line))

const page = (body: string) => unread({ 'html/index.html': `<body>\n${body}\n</body>` })

describe.each(['`', '"', "'"])('code behind %s', (quote) => {
  test.each([
    ['a regular expression behind a condition', `if (x) /${quote}/.test(y)\n`],
    ['a regular expression behind a block', `{ x }\n/${quote}/.test(y)\n`],
    ['a regular expression behind a function', `function f() {}\n/${quote}/.test(y)\n`],
    ['a division behind an object', `x = {} / 1; y = '${quote === "'" ? '' : quote}' / 2\n`],
    ['a comment <!--', `x\n<!-- ${quote}\n`],
    ['a comment -->', `x\n--> ${quote}\n`],
    ['a comment that a lone CR ends', `// ${quote}\r`],
    ['a comment that U+2028 ends', `// ${quote}\u2028`],
    ['a number before a member', `1..toString(); /[/${quote}]/.test(y)\n`],
    ['a space of another alphabet', `if\u2003(x) /${quote}/.test(y)\n`],
  ])('%s is found', (_, harmless) => {
    const findings = scan({ 'main.js': harmless + hostile })

    expect(findings.map((line) => line.split(' ')[0])).toContain('runs-text-from-outside')
  })
})

test.each([
  ['what the grammar rejects', `const a = 1\nif (a { b() }\n`, 'does-not-parse main.js:2'],
  [
    'what is nested too deeply',
    `x = ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    'not-fully-read main.js:null',
  ],
])('%s is not read', (_, text, finding) => {
  expect(unread({ 'main.js': text })).toEqual([finding])
})

test('a module that a script loads must parse, sources that nothing loads need not', () => {
  const jsx = `export default () => <p>it's</p>\n`

  expect(unread({ 'main.js': `require('./lib/a.js')`, 'lib/a.js': 'const = 1' })).toEqual([
    'does-not-parse lib/a.js:1',
  ])
  expect(
    unread({
      'main.js': `import './lib/b'\nexport const a = await load`,
      'web/src/app.js': jsx,
      'web/src/app.jsx': jsx,
      'src/main.ts': `type A = 'a' | "b"\nexport const a = <A>b`,
      'vite.config.js': `export default { plugins: [] }`,
      'web/src/App.vue': `<template><p>it's</p></template><script lang="ts">let a: string</script>`,
    }),
  ).toEqual([])
})

test('scripts and event handlers of a page are parsed, its comments and data are not', () => {
  expect(page(`<script>if (</script>`)).toEqual(['does-not-parse html/index.html:2'])
  expect(page(`<p>\n</p><a onclick="if (">`)).toEqual(['does-not-parse html/index.html:3'])
  expect(
    page(`
      <!-- <script>it's off</script> -->
      <script type="application/json">{ "a": 1 }</script>
      <script type="text/x-template"><p>it's</p></script>
      <script data-a="a > b" type="module">import a from './page.js'; await a</script>
      <script>return /[/]"/</script>
      <a onclick="if (a &amp;&amp; b) c(&quot;it's&quot;)">it's</a>`),
  ).toEqual([])
})

test('a template of a page does not hide the scripts behind it', () => {
  const html = `<script type="text/x-template"><p>it's \`</p></script>
<script>if (x) /\`/.test(y)
window.addEventListener('message', (event) => eval(event.data))</script>`

  expect(scan({ 'html/index.html': html })).toContain('runs-text-from-outside html/index.html:3')
})
