import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

/** What the code may not do at all, because a single place of it would undo a defence of docs/security.md. */
test.each([
  [
    'writes markup past React',
    '{web,contract}/**/*.{ts,tsx}',
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
  ],
  ['makes code of text', '{web,contract,server}/**/*.{ts,tsx}', /\beval\(|new Function\(/],
  ['sets or reads a cookie', '{web,server}/**/*.{ts,tsx}', /document\.cookie|set-cookie|headers\.cookie/i],
  ['listens to other windows', 'web/**/*.{ts,tsx}', /addEventListener\(\s*'message'|\.postMessage\(/],
  ['reads on a page who is asking', 'server/{pages,feeds,pictures}/*.ts', /authorization|findActor|tokenOf/i],
  [
    'changes what the activity log has written',
    'server/**/*.ts',
    /(update|delete)\(activities\)|(update|delete from) activities\b/,
  ],
  ['runs a command with words of people', 'server/!(platform)/**/*.ts', /node:child_process/],
])('nothing %s', (_, files, forbidden) => {
  // lean-icon.ts: the lines of our own icons, on the server alone.
  const mayKnow = /\.test\.ts|testing|activity-months\.queries\.ts$|web\/ui\/lean-icon\.ts$/
  const found = globSync(files).filter(
    (file) => !mayKnow.test(file) && forbidden.test(readFileSync(file, 'utf8')),
  )

  expect(globSync(files).length).toBeGreaterThan(5)
  expect(found).toEqual([])
})

test('nothing that a first page loads asks the browser about languages: its first answer takes 20 to 30 ms', () => {
  // Both come later.
  const late = /web\/admin\/|web\/frame\/BanScreen\.tsx$|\.test\.ts/
  const files = globSync('{web,contract}/**/*.{ts,tsx}').filter((file) => !late.test(file))

  expect(files.filter((file) => /\bIntl\.|\.toLocale/.test(readFileSync(file, 'utf8')))).toEqual([])
})
