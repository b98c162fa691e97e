import { existsSync, globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { isInItsFile, readShown } from './shown-tests.ts'

const text = readFileSync('docs/security.md', 'utf8')
const states = ['pass', 'deviation', 'fail', 'not applicable']
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.*?) \| (.*?) \| ([\w ]+) \|$/gm)].map(
  ([, requirement = '', , , shownBy = '', state = '']) => ({ requirement, shownBy, state }),
)

test('every requirement of the sheet occurs once with one of four states and the evidence that it needs', () => {
  const wrong = rows.filter(({ shownBy, state }) => {
    if (!states.includes(state)) return true
    const needsProof = state === 'pass' || state === 'deviation'
    return needsProof !== shownBy.includes('`')
  })

  expect(new Set(rows.map(({ requirement }) => requirement)).size).toBe(rows.length)
  expect(wrong).toEqual([])
})

test('every file of the sheet exists and contains the cited title', () => {
  const files = rows.flatMap(({ shownBy }) =>
    [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  )
  const shown = rows.flatMap(({ shownBy }) => readShown(shownBy))

  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(shown.length).toBeGreaterThan(20)
  expect(shown.filter((each) => !isInItsFile(each))).toEqual([])
})

test('the counts at the top are those of the sheet, chapters that do not apply included', () => {
  const counts = /^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/m.exec(text)?.slice(1).map(Number)
  const whole = [...text.matchAll(/^All (\d+) are not applicable/gm)].reduce(
    (sum, [, all]) => sum + Number(all),
    0,
  )
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length

  const [pass, deviation, fail, none] = states.map(count)
  expect(counts).toEqual([rows.length + whole, pass, deviation, fail, (none ?? 0) + whole])
})

const sources = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))

test('every derived key and every secret of the configuration is in the inventory of keys', () => {
  const inventory = readFileSync('docs/keys.md', 'utf8')
  const secrets = readFileSync('server/platform/secrets.ts', 'utf8')
  const config = readFileSync('server/platform/config.ts', 'utf8')
  const derived = [...secrets.matchAll(/derive\('([\w-]+)'\)/g)].map(([, purpose]) => purpose)
  const given = [...config.matchAll(/\b[A-Z][A-Z\d_]*(?:SECRET|PASSWORD|TOKEN|KEY)[A-Z_]*\b/g)].map(
    ([name]) => name,
  )

  expect(derived.length).toBeGreaterThan(4)
  expect(given.length).toBeGreaterThan(4)
  // The access key id is public; the row of the secret covers it.
  const missing = [...derived, ...given].filter((name) => !inventory.includes(`\`${name}\``))
  expect([...new Set(missing)]).toEqual(['S3_ACCESS_KEY_ID'])
})

test('every activity that the server records is in the list of what is logged, and what is listed is recorded', () => {
  const listed = readFileSync('docs/logs.md', 'utf8')
  const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
  const recorded = [...code.matchAll(/^\s*action: (.*)$/gm)].flatMap(([, rest = '']) =>
    [...rest.matchAll(/'([A-Z][\w-]*(?: [A-Z][\w-]*)+)'/g)].map(([, action]) => action),
  )
  const events = listed.slice(listed.indexOf('## Security events'), listed.indexOf('| a call without'))
  const named = [...events.matchAll(/`([A-Z][\w -]+)`/g)].map(([, action]) => action)

  expect(new Set(recorded).size).toBeGreaterThan(30)
  expect([...new Set(recorded)].filter((action) => !named.includes(action))).toEqual([])
  const contract = readFileSync('contract/records/activities.ts', 'utf8')
  expect(named.filter((action) => !`${code}${contract}`.includes(`'${action}'`))).toEqual([])
})
