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
       npm run corpus -- hostile [--missed]
       npm run corpus -- mutations [--seed NUMBER] [--missed] [--folder FOLDER]
       npm run corpus -- grammar --folder FOLDER
       npm run corpus -- known-files --folder FOLDER
       npm run corpus -- oracles --folder FOLDER

  benign      analyses the repositories of corpus/benign.lock, which FOLDER contains as checkouts or git directories
              (OWNER/NAME or OWNER+NAME), and prints the precision of each rule; --lock names another list
  hostile     analyses the programs of corpus/hostile and prints how many are found
  mutations   does the same with changed programs
  known-files writes the hashes of the releases that corpus/known-files.json names, from npm and the repositories in
              FOLDER
  oracles     reads 2,000 files of the repositories in FOLDER as oxc and the compiler of Lua do
  grammar     parses test262-parser-tests, Lua's testes/ and the cases of full_moon in FOLDER
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    json: { type: 'string' },
    compare: { type: 'string' },
    only: { type: 'string', default: '' },
    lock: { type: 'string' },
    missed: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})

const [command] = positionals
if (command === 'benign' && values.folder !== undefined) await benign(values.folder)
else if (command === 'hostile') {
  const { measureHostile } = await import('./hostile.ts')
  console.log(await measureHostile({ showsMissed: values.missed }))
} else if (command === 'mutations') {
  const { measureMutations } = await import('./measure-mutations.ts')
  console.log(await measureMutations(Number(values.seed), { showsMissed: values.missed }))
  if (values.folder !== undefined) {
    const { measureSuitePrefixes } = await import('./suite-prefixes.ts')
    console.log(await measureSuitePrefixes(values.folder))
  }
} else if (command === 'known-files' && values.folder !== undefined) {
  const { writeKnownFiles } = await import('./known-files.ts')
  writeKnownFiles(values.folder, (line) => console.error(line))
} else if (command === 'oracles' && values.folder !== undefined) {
  const { measureOracles } = await import('./oracles.ts')
  console.log(await measureOracles(values.folder, 2000))
} else if (command === 'grammar' && values.folder !== undefined) {
  const { measureGrammar } = await import('./grammar.ts')
  console.log(await measureGrammar(values.folder))
} else {
  console.error(usage)
  process.exitCode = 2
}

async function benign(folder: string): Promise<void> {
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
