import { describe, expect, test } from 'vitest'

import { htmlLimits, htmlScripts } from './html-scripts.ts'

const read = (page: string): string[] =>
  htmlScripts(page).scripts.map(
    ({ kind, text, isData }) => `${kind}${isData ? ' in data' : ''}: ${text.trim()}`,
  )

test.each([
  ['<script>a()</script>', ['script: a()']],
  ['<SCRIPT type = "Text/JavaScript">a()</ScRiPt foo="bar">', ['script: a()']],
  ['<script type=module>import a from "b"</script>', ['module: import a from "b"']],
  ['<script type="application/json">{"a": 1}</script>', ['data: {"a": 1}']],
  ['<script language=vbscript>a</script><script language=javascript>b</script>', ['data: a', 'script: b']],
  ['<script src=a.js>b()</script>', ['data: b()']],
  ['<script>a()', ['script: a()']],
  ['<script>"</scr" + "ipt>"; a()</script>', ['script: "</scr" + "ipt>"; a()']],
  ['<script><!-- <script></script> --> a()</script>', ['script: <!-- <script></script> --> a()']],
  ['<!-- <script>a()</script> --><script>b()</script>', ['script: b()']],
  ['<textarea><script>a()</script></textarea>', []],
  ['<title><script>a()</script></title><style><script>b()</script></style>', []],
  ['<template><script>a()</script></template>', ['script: a()']],
  ['<svg><script>a(&quot;b&quot;)<!-- </script> -->; c()</script></svg>', ['script: a("b"); c()']],
  ['<svg><title><script>a(&quot;)</script></title></svg>', ['script: a(&quot;)']],
  ['<p title="<script>a()</script>">', []],
  [`<p onclick='a("&lt;&#98;")' ONLOAD=c()>`, ['handler: a("<b")', 'handler: c()']],
  ['<img src=x onerror\n=\n"a()">', ['handler: a()']],
  ['<a href=" java&#9;script:a(%22b%C3%A4%22)">', ['url: a("bä")']],
  ['<svg><a xlink:href="javascript:a()">', ['url: a()']],
  ['<form action="JAVASCRIPT:a()"><button formaction="javascript:b()">', ['url: a()', 'url: b()']],
  [
    '<iframe srcdoc="&lt;script&gt;a()&lt;/script&gt;&lt;p onclick=b()&gt;">',
    ['script: a()', 'handler: b()'],
  ],
  ['<script src="data:text/javascript,a(%31)"></script>', ['script: a(1)']],
  ['<script src="data:text/javascript;charset=utf-8;base64,YSgxKQ=="></script>', ['script: a(1)']],
  ['<iframe src="data:text/html,<script>a()</script>">', ['script: a()']],
  [
    '<script type="text/x-template"><p onclick="a()">{{ b }}</p></script>',
    ['data: <p onclick="a()">{{ b }}</p>', 'handler in data: a()'],
  ],
])('%s', (page, scripts) => {
  expect(read(page)).toEqual(scripts)
})

test('ten nested scripts are the text of the first one, and what follows its end is text of the page', () => {
  const page = `${'<script>a();'.repeat(10)}${'</script>'.repeat(10)}<script>b()</script>`

  expect(read(page)).toEqual([`script: a();${'<script>a();'.repeat(9)}`, 'script: b()'])
})

test('each script has its place', () => {
  const page = `\uFEFF<p>é\r\n<script>a()</script>\r\n<p onclick = "b()" title=c onkeyup=d()>\r\n<iframe srcdoc="<script>e()</script>">`

  for (const { text, start } of htmlScripts(page).scripts)
    expect(page.slice(start, start + text.length)).toBe(text)
  expect(htmlScripts(page).scripts).toHaveLength(4)
})

describe('pages that no browser shows', () => {
  test.each([
    ['nested elements', '<div>'.repeat(500_000), 'the elements are nested too deeply'],
    [
      'formatting elements that come back',
      `<p>${numbered('<b a#>', 400)}${'</p><p>x'.repeat(100_000)}`,
      'the page has too many elements',
    ],
    ['elements', '<p>a</p>'.repeat(htmlLimits.nodes), 'the page has too many elements'],
    ['tables', '<table>'.repeat(300_000), 'the page has too many elements'],
    ['pages', '<iframe srcdoc="<p>a"></iframe>'.repeat(100), 'the page contains too many other pages'],
    ['pages within pages', nestedPages(8), 'the page contains too many other pages'],
    ['a comment without an end', `<!--${'-'.repeat(4_000_000)}`, undefined],
    ['a tag without an end', `<p ${'a="'.repeat(500_000)}`, undefined],
    ['brackets', '<'.repeat(2_000_000), undefined],
  ])('%s end at a limit', (_, page, problem) => {
    expect(htmlScripts(page).problem).toBe(problem)
  })
})

function numbered(text: string, count: number): string {
  return Array.from({ length: count }, (_, index) => text.replace('#', String(index))).join('')
}

function nestedPages(levels: number): string {
  let page = '<script>a()</script>'
  for (let level = 0; level < levels; level++)
    page = `<iframe srcdoc="${page.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
  return page
}
