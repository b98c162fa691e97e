import { analyseProgram } from '#analysis/program.ts'
import { codeRules } from '#analysis/rules/all.ts'
import { describeResources } from '#contract/archives/manifest/describe-resources.ts'
import { readManifest } from '#contract/archives/manifest/read-manifest.ts'
import { decodeText } from '#server/archives/pack/detect-type.ts'
import { maskSecrets } from '#server/archives/pack/mask-secrets.ts'
import { createPicker, type Picker } from '#test-support/seeded-random.ts'

import { cpuMilliseconds, openFindings, secondsSince, type Result } from './findings.ts'
import { mutate } from './mutate.ts'

/** Milliseconds of processor time. A text of a few hundred characters takes less than one. */
const timeout = 2_000

const manifest = `fx_version 'cerulean'
games { 'gta5', "rdr3" }
name [[Garage]] -- a comment
client_scripts { 'client/*.lua', '@ox_lib/init.lua', }
server_script 'server/**/*.js'
files({ 'html/index.html', \`data\` })
ui_page 'html/index.html'
dependencies { 'ox_lib', '/server:7290' }
data_file 'DLC_ITYP_REQUEST' 'stream/garage.ytyp'
for i = 1, 3 do file('a' .. i .. '.lua') end
my_data 'x' { key = "value", nested = { 1, 2.5, 0x10 } }
`
const paths = [
  'garage/fxmanifest.lua',
  'garage/client/a.lua',
  'garage/server/x/b.js',
  'garage/html/index.html',
]

/** Brackets, quotes and words that change how the rest of a text is read. */
const pieces = [
  '[[',
  ']==]',
  '[==[',
  '--[[',
  '/*',
  '*/',
  '//',
  '`',
  '${',
  '}',
  '{',
  '(',
  ')',
  '"',
  "'",
  '\\',
  '\\u{',
  '\0',
  '‮',
  'function ',
  'end ',
  'do ',
  'repeat ',
  'until ',
  '=>',
  'async ',
  'class A {',
  '...',
  '?.',
  '#',
  '::a::',
  'goto a ',
  '**/',
  '*'.repeat(40),
  '('.repeat(300),
  '{'.repeat(300),
  "'".repeat(99),
  '\\'.repeat(99),
  '9e999',
  '0x',
  '..',
]

const examples = codeRules.flatMap((rule) =>
  rule.examples ? [...rule.examples.found, ...rule.examples.notFound] : [],
)

/** Manifests and code with mutations, given to the parsers in this process. */
export function fuzzTexts({ runs, seed }: { runs: number; seed: number }): Result {
  const startedAt = performance.now()
  const random = createPicker(seed)
  const findings = openFindings()
  const counted = { manifests: 0, lua: 0, javascript: 0 }
  let slowest = 0
  for (let index = 0; index < runs; index++) {
    const { kind, text } = nextText(random)
    counted[kind] += 1
    const cpuBefore = cpuMilliseconds()
    const example = `seed ${seed}, text ${index}: ${JSON.stringify(text)}`
    try {
      if (kind === 'manifests') readBoth(text)
      else {
        const [analysed] = analyseProgram([
          {
            path: `garage/a.${kind === 'lua' ? 'lua' : 'js'}`,
            text,
            language: kind,
            side: random.pick(['server', 'client']),
            resource: 'garage',
            isLoaded: true,
          },
        ])
        for (const { line, start } of analysed?.findings ?? [])
          if (line < 1 || start < -1 || start > text.length)
            findings.add(`a place outside of ${kind}`, example)
      }
    } catch (error) {
      findings.add(`${kind} caused ${String(error)}`, example)
    }
    const milliseconds = cpuMilliseconds() - cpuBefore
    slowest = Math.max(slowest, milliseconds)
    if (milliseconds > timeout) findings.add(`${kind} took too long`, example)
  }
  return {
    part: 'texts',
    runs,
    seconds: secondsSince(startedAt),
    figures: { ...counted, 'slowest in ms': Math.round(slowest) },
    findings: findings.list(),
  }
}

function nextText(random: Picker): { kind: 'manifests' | 'lua' | 'javascript'; text: string } {
  const isManifest = random.below(3) === 0
  const example = random.pick(examples)
  const source = isManifest ? manifest : example.text.replaceAll(/^\^ ?/gm, '')
  const mutated = random.below(2) === 0 ? insertPieces(source, random) : mutate(Buffer.from(source), random)
  const text = maskSecrets(decodeText(Buffer.from(mutated)).text, { isCode: true })
  if (isManifest) return { kind: 'manifests', text }
  return { kind: example.language === 'lua' ? 'lua' : 'javascript', text }
}

function insertPieces(source: string, random: Picker): string {
  let text = source
  for (let count = 1 + random.below(5); count > 0; count--) {
    const at = random.below(text.length + 1)
    text = text.slice(0, at) + random.pick(pieces) + text.slice(at + random.below(3))
  }
  return text
}

function readBoth(text: string): void {
  readManifest(text)
  describeResources({ paths, manifests: new Map([['garage/fxmanifest.lua', text]]), rootName: 'garage' })
}
