import { expect, test } from 'vitest'

import { scriptsOf, sourcesOfPage } from './page-scripts.ts'

test('each script stays in its line and column, and handlers are blocks of one script', () => {
  const page =
    '<p onclick="a(); return false">\n  <a href="javascript:b()">\n<script>c()</script>\n<i onclick="{">'

  expect(scriptsOf(page).scripts).toEqual([
    { text: `${' '.repeat(31)}\n${' '.repeat(27)}\n${' '.repeat(8)}c()`, isModule: false, isData: false },
    {
      text: `${' '.repeat(31)}\n${' '.repeat(27)}\n${' '.repeat(20)}\n${' '.repeat(12)}{`,
      isModule: false,
      isData: false,
    },
    {
      text: `${' '.repeat(11)}{a(); return false} \n${' '.repeat(21)}{b()}`,
      isModule: false,
      isData: false,
    },
  ])
})

test('a template of a component is no HTML', () => {
  const component = '<template><textarea /></template>\n<script setup lang="ts">a()</script>'

  expect(scriptsOf(component, 'ui/App.vue').scripts.map(({ text }) => text.trim())).toEqual(['a()'])
  expect(scriptsOf(component, 'ui/index.html').scripts).toEqual([])
})

test('a frame in a comment of a page, and those that only look so', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((host) => `<iframe src="https://${host}.example"></iframe>`)
  const page = `<script>"<!--"</script>${a}<!-- ${b} --><!-->${c}`

  expect(sourcesOfPage(page).map(({ host, isComment }) => `${host} ${isComment}`)).toEqual([
    'a.example false',
    'b.example true',
    'c.example false',
  ])
})

test('scripts whose copies would fill the memory are a problem', () => {
  const page = `${' '.repeat(1_000_000)}${'<script>a()</script>'.repeat(100)}`

  expect(scriptsOf(page)).toMatchObject({ problem: 'the page has too many scripts' })
  expect(scriptsOf(page).scripts.length).toBeGreaterThan(50)
})

test.each([
  ['javascript:void;', 0],
  ['javascript:new A', 1],
  ['javascript:a``', 1],
])('a link to %s has %i scripts', (url, count) => {
  expect(scriptsOf(`<a href="${url}">`).scripts).toHaveLength(count)
})
