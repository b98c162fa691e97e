import { sep } from 'node:path'

import { expect, test } from 'vitest'

import { programName } from '#cli/program.ts'

test.each([
  ['/usr/local/bin/scripthaven', 'scripthaven'],
  [`${sep}lib${sep}node_modules${sep}scripthaven${sep}cli.mjs`, 'scripthaven'],
  [`${process.cwd()}${sep}cli.mjs`, 'node cli.mjs'],
  [`${process.cwd()}${sep}my tools${sep}cli.mjs`, `node "my tools${sep}cli.mjs"`],
])('a program at %s is started with %s', (path, name) => {
  expect(programName(path)).toBe(name)
})
