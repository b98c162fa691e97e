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
  [
    'reads on a page who is asking',
    'server/{site/pages/*,site/feeds/*,scripts/images.routes}.ts',
    /authorization|findActor|tokenOf/i,
  ],
  [
    'changes what the activity log has written',
    'server/**/*.ts',
    /(update|delete)\(activities\)|(update|delete from) activities\b/,
  ],
  [
    'says of an archive that it is harmless or harmful',
    '{web/scripts/versions/**/*.{ts,tsx},contract/archives/{analysis,rules}.ts,contract/scripts/versions.ts}',
    /\b(safe|clean|trusted|verified|virus-free|malware)\b/i,
  ],
  [
    'shows a text that sounds translated',
    '{web,contract,cli,scan,server}/**/*.{ts,tsx}',
    /e-mail|does no harm|No known pattern was|could not be found out|Staff reads|One in each line/,
  ],
  // Parts of texts are cut by cut-text.ts, lists as `[...list].slice(0, max)`.
  [
    'cuts a text inside a character',
    'analysis/**/*.ts',
    /(?<!\])\??\s*\.slice\(\s*(0, (\d|\w*max\b)|-(\d\d|\w*max\b))/i,
  ],
  ['runs a command with user input', 'server/!(platform)/**/*.ts', /node:child_process/],
])('nothing %s', (_, files, forbidden) => {
  // anonymize-activities.queries.ts: the name of a user who deleted their account. icon-factory.ts: the lines of our own icons, on the server alone. *-fixtures.ts: code that is scanned, never run.
  const mayKnow =
    /\.test\.ts|archives\/rules\/\w+-fixtures\.ts$|partitions\.queries\.ts$|anonymize-activities\.queries\.ts$|web\/ui\/icon-factory\.ts$/
  const found = globSync(files).filter(
    (file) => !mayKnow.test(file) && forbidden.test(readFileSync(file, 'utf8')),
  )

  expect(globSync(files).length).toBeGreaterThan(5)
  expect(found).toEqual([])
})

test('no test is repeated until it passes, and none waits for a fixed time', () => {
  const files = globSync(
    '{*.config.ts,{bench,contract,e2e,server,test,test-support,tools,web}/**/*.{ts,tsx}}',
  )
  const tests = files.filter((file) => /\.config\.ts$|\.(test|spec)\.tsx?$|^(e2e|test-support)\//.test(file))
  const pattern = /\bretr(y|ies): |\.toPass\(|waitForTimeout\(|vi\.waitFor\(|setTimeout\(done/

  expect(tests.length).toBeGreaterThan(300)
  expect(tests.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('nothing that a first page loads asks the browser about languages: its first answer takes 20 to 30 ms', () => {
  // All come later.
  const late = /web\/admin\/|web\/ui\/date-time-text\.ts$|\.test\.ts/
  const files = globSync('{web,contract}/**/*.{ts,tsx}').filter((file) => !late.test(file))

  expect(files.filter((file) => /\bIntl\.|\.toLocale/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('dates are formatted in one place', () => {
  const formats = /web\/ui\/date(-time)?-text\.ts$|\.test\.ts/
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !formats.test(file))
  const pattern = /DateTimeFormat|\.toLocale(Date|Time)|\.toDateString|getUTC(Month|FullYear)/

  expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
})

/** Words of the project's former vocabulary, which CONTRIBUTING.md replaces by standard terms. */
const formerWords =
  /\b(anew|any ?body|every ?body|farewell|hears|lets? go of|letGo|made up|nobody|patience|refusals?|somebody|told|under ?way|underWay|who(so)?ever)\b/i

/** Messages that the specification fixes or users see, the Unix user, and values of tests. */
const allowedTexts = /['"`/]nobody['"`@]|Bearer nobody|somebody\.new|formerWords.*/gi

test.each([
  [
    'code and tests',
    '{analysis,bench,contract,e2e,faults,fuzz,mutation,postgres-launcher,server,test-support,tools}/**/*.{ts,tsx,mjs}',
    /.*/,
  ],
  ['comments of the web app and the demo', '{web,demo}/**/*.{ts,tsx,css}', /^\s*(\/\/|\/?\*|\{\/\*)/],
])('%s use standard terms', (_, files, examined) => {
  const found = globSync(files, { exclude: ['**/node_modules/**'] }).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => examined.test(line) && formerWords.test(line.replaceAll(allowedTexts, '')))
      .map((line) => `${file}: ${line.trim()}`),
  )

  expect(found).toEqual([])
})
