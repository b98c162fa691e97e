import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, test } from 'vitest'

import { exitCodes } from '#cli/cli-error.ts'
import { Lock } from '#cli/files/lock.ts'
import { placeAt } from '#cli/files/place.ts'
import { Project } from '#cli/files/project.ts'
import { createProgram } from '#cli/run.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8')
const rows = text.split('\n').filter((line) => line.startsWith('| '))
const program = createProgram(() => undefined)

test.each(program.commands.map((command) => [command.name(), command] as const))(
  'docs/cli.md has the command %s with its options',
  (name, command) => {
    const row = rows.find((line) => new RegExp(`^\\| [^|]*\`${name}\\b`).test(line)) ?? ''

    expect(row).not.toBe('')
    for (const { long } of command.options) expect(row).toContain(`${long}`)
    for (const alias of command.aliases()) expect(row).toContain(`\`${alias}\``)
  },
)

test('docs/cli.md has the options of all commands, the exit codes, files and fields', () => {
  const fields = [
    ...Object.keys(Lock.def.shape),
    ...Object.keys(Lock.def.shape.scripts.def.valueType.def.shape),
    ...Object.keys(Project.def.shape),
  ]
  const missing = [
    ...program.options
      .map(({ long }) => long ?? '')
      .filter((long) => long !== '--version' && long !== '--cwd'),
    ...Object.values(exitCodes).map((code) => `| ${code} |`),
    ...Object.values(placeAt('/srv/fx'))
      .map((path) => basename(path))
      .filter((name) => name !== 'fx'),
    ...fields,
  ].filter((name) => !text.includes(name))

  expect(missing).toEqual([])
})
