import { expect, test } from 'vitest'

import { describeResources, resourceLimits } from './describe-resources.ts'

type Files = [path: string, manifest?: string][]

function describe(files: Files) {
  const manifests = new Map(
    files.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])),
  )
  const description = describeResources({
    paths: files.map(([path]) => path),
    manifests,
    rootName: 'archive',
  })
  return {
    ...description,
    side: (path: string) => description.uses.get(path)?.side,
    codes: (index: number) => description.resources[index]?.problems.map(({ code }) => code),
  }
}

const times = (count: number, make: (index: number) => Files): Files =>
  Array.from({ length: count }, (_, index) => make(index)).flat()

test('an archive of 5,000 resources is described in seconds', () => {
  const files = times(5_000, (index) => [
    [`p/r${index}/fxmanifest.lua`, "server_scripts { '**/*.lua', '@r1/a.lua' }"],
    [`p/r${index}/a.lua`],
  ])
  const { resources, resourcesTotal, side } = describe(files)

  expect(resources).toHaveLength(resourceLimits.resourcesMax)
  expect(resourcesTotal).toBe(5_000)
  expect(side('p/r4999/a.lua')).toBe('server')
})

test('10,000 resources of one name that name each other are described in seconds', () => {
  const manifest = "server_scripts { '@r/*', '@r/a.lua' }"

  expect(describe(times(10_000, (index) => [[`${index}/r/fxmanifest.lua`, manifest]])).codes(0)).toContain(
    'too-complex',
  )
})

test('beyond the entries of all manifests together, code counts as run on the server', () => {
  const manifest = `client_scripts { ${"'b.lua', ".repeat(15_000)} }`
  const { side, codes } = describe(
    times(9, (index) => [[`${index}/fxmanifest.lua`, manifest], [`${index}/b.lua`]]),
  )

  expect([side('0/b.lua'), codes(0)]).toEqual(['client', ['no-fx-version', 'no-game']])
  expect([side('8/b.lua'), codes(8)]).toEqual(['server', ['no-fx-version', 'no-game', 'too-complex']])
})

test('where the paths take too many steps, all code counts as run on the server', () => {
  const manifest = `files { ${`'**/${'*a'.repeat(100)}*b', `.repeat(500)} }`
  const files = times(5_000, (index) => [[`${'a'.repeat(500)}${index}.lua`]])
  const { uses, codes } = describe([['fxmanifest.lua', manifest], ...files])

  expect(codes(0)).toContain('too-complex')
  expect(new Set([...uses.values()].map(({ side }) => side))).toEqual(new Set(['server']))
})

test('lists and texts are cut at their limits, and the totals say so', () => {
  const names = Array.from({ length: 300 }, (_, index) => `s${index}.lua`)
  const quoted = names.map((name) => `'${name}', '${name}.png', `).join('')
  const manifest = `client_scripts { ${quoted} } description '${'x'.repeat(600)}'`
  const [resource] = describe([
    ['fxmanifest.lua', manifest],
    ...names.map((name): [string] => [name]),
  ]).resources

  expect(resource?.scripts.client).toHaveLength(resourceLimits.listMax)
  expect(resource?.scriptTotals.client).toBe(300)
  expect(resource?.problems).toHaveLength(resourceLimits.problemsMax)
  expect(resource?.problemsTotal).toBe(302)
  expect(resource?.description).toHaveLength(resourceLimits.textMax)
})
