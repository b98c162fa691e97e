import { expect, test } from 'vitest'

import { lowerJavaScript } from './lower-javascript.ts'
import { writeProgram } from './write-program.fixture.ts'

const cases: [title: string, text: string, lines: string][] = [
  [
    'guards in expressions are statements',
    `
(async () => {
  for await (const [k, v] of Object.entries(o)) {
    a && b(k)
    c ? d() : e(), f()
    g ?? h(await v)
  }
})()
`,
    `
fn1() {
  each #2 values Object.entries(o) {
    k#0 = #2[0]
    v#1 = #2[1]
    if a {
      b(k#0)
    }
    if c {
      d()
    } else {
      e()
    }
    f()
    if (g == undefined) {
      h((await v#1))
    }
  }
}()
`,
  ],
  [
    'loops, labels and switch',
    `
x: for (let i = 0; i < 3; i++) {
  if (!i) jump
  switch (i) { case 1: y(); break; default: z() }
}
b: { break b }
do w(); while (n)
for (p.q in r) s()
while (true) t()
`,
    `
i#0 = 0
loop (i#0 < 3); i#0 = (i#0 + 1) {
  if (not i#0) {
    jump
  }
  switch i#0 {
  case 1:
    y()
    jump
  default:
    z()
  }
}
{
  jump
}
loop {
  w()
} while n
each #1 keys r {
  p.q = #1
  s()
}
loop {
  t()
}
`,
  ],
  [
    'templates, tags and chains',
    `
tag\`a\${1}b\`
o.tag\`c\`
x = \`c\${d}e\${f}\`
a?.b?.[c]?.()
a ??= b
a.b.c += 1
a()[b()] **= 1
a === b !== c
`,
    `
tag(["a", "b", "raw": ["a", "b"]], 1)
o.tag(["c", "raw": ["c"]])
x = template("c", d, "e", f)
a.b[c]()
a = (a ?? b)
a.b.c = (a.b.c + 1)
#0 = a()
#1 = b()
#0[#1] = (#0[#1] ** 1)
((a == b) != c)
`,
  ],
  [
    'the object of with comes before other names',
    `
with (o) { p(q); r = 1 }
`,
    `
#0 = o
(#0.p ?? p)((#0.q ?? q))
#1 = 1
#0.r = #1
r = #1
`,
  ],
  [
    'catch takes a pattern',
    `
try { a } catch ({ message }) { m(message) } finally { n() }
`,
    `
try {
  a
} catch #1 {
  message#0 = #1.message
  m(message#0)
} finally {
  n()
}
`,
  ],
  [
    'a function expression knows its name',
    `
const fact = function g(n) { return n ? g(n - 1) : 1 }
`,
    `
fact = (g#0 = fn1(n#2) {
  return (n#2 ? g#0((n#2 - 1)) : 1)
}, g#0)
`,
  ],
]

test.each(cases)('%s', (_, text, lines) => {
  expect(writeProgram(lowerJavaScript(text)).join('\n')).toBe(lines.trim())
})
