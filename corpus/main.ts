import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import {
  BenignResult,
  compareBenign,
  measureBenign,
  precisionTable,
  readJudgements,
  readLock,
} from './benign.ts'

const usage = `Usage: npm run corpus -- benign --folder FOLDER [--json FILE] [--compare FILE] [--only TEXT] [--lock FILE]
       npm run corpus -- hostile [--sets FOLDER] [--missed]
       npm run corpus -- mutations [--sets FOLDER] [--seed NUMBER] [--missed] [--folder FOLDER]
       npm run corpus -- grammar --folder FOLDER
       npm run corpus -- known-files --folder FOLDER
       npm run corpus -- oracles --folder FOLDER

  benign      analyses the repositories of corpus/benign.lock, which FOLDER contains as checkouts or git directories
              (OWNER/NAME or OWNER+NAME), and prints the precision of each rule; --lock names another list
  hostile     analyses the programs of corpus/hostile, or of the sets in another folder, and prints how many are found
  mutations   does the same with changed programs
  known-files writes the hashes of the releases that corpus/known-files.json names, from npm and the repositories in
              FOLDER
  oracles     reads 2,000 files of the repositories in FOLDER as oxc and the compiler of Lua do
  grammar     parses test262-parser-tests, Lua's testes/ and the cases of full_moon in FOLDER
`

const options = {
  folder: { type: 'string' },
  json: { type: 'string' },
  compare: { type: 'string' },
  only: { type: 'string', default: '' },
  lock: { type: 'string' },
  sets: { type: 'string' },
  missed: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
} as const
type Options = ReturnType<typeof readArguments>['values']

const readArguments = () => parseArgs({ allowPositionals: true, options })

try {
  const { values, positionals } = readArguments()
  await run(positionals[0], values)
} catch (error) {
  if (!(error instanceof Error && 'code' in error)) throw error
  // A wrong option, or a file or folder that cannot be read.
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}

async function run(command: string | undefined, values: Options): Promise<void> {
  const { folder, sets, missed: showsMissed } = values
  if (command === 'hostile') {
    const { measureHostile, readHostile } = await import('./hostile.ts')
    console.log(await measureHostile(readHostile(sets), { showsMissed }))
  } else if (command === 'mutations') {
    const { measureMutations } = await import('./measure-mutations.ts')
    const { readHostile } = await import('./hostile.ts')
    console.log(await measureMutations(readHostile(sets), { seed: Number(values.seed), showsMissed }))
    if (folder === undefined) return
    const { measureSuitePrefixes } = await import('./suite-prefixes.ts')
    console.log(await measureSuitePrefixes(folder))
  } else if (command === 'benign' && folder !== undefined) await benign(folder, values)
  else if (command === 'known-files' && folder !== undefined) {
    const { writeKnownFiles } = await import('./known-files.ts')
    writeKnownFiles(folder, (line) => console.error(line))
  } else if (command === 'oracles' && folder !== undefined) {
    const { measureOracles } = await import('./oracles.ts')
    console.log(await measureOracles(folder, 2000))
  } else if (command === 'grammar' && folder !== undefined) {
    const { measureGrammar } = await import('./grammar.ts')
    console.log(await measureGrammar(folder))
  } else {
    console.error(usage)
    process.exitCode = 2
  }
}

async function benign(folder: string, values: Options): Promise<void> {
  const lock = readLock(values.lock ?? new URL('benign.lock', import.meta.url))
  const chosen = lock.filter(({ repository }) => repository.includes(values.only))
  const result = await measureBenign(chosen, folder, (line) => console.error(line))
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(result))
  const judgements = readJudgements(new URL('judgements.json', import.meta.url))
  console.log(precisionTable(result, judgements))
  if (values.compare === undefined) return
  const before = BenignResult.parse(JSON.parse(readFileSync(values.compare, 'utf8')))
  const { gone, added } = compareBenign(before, result)
  for (const [sign, findings] of [['-', gone] as const, ['+', added] as const])
    for (const { severity, rule, repository, path, line } of findings)
      console.log(`${sign} ${severity} ${rule} ${repository} ${path}:${line ?? ''}`)
}
