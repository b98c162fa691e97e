import { existsSync, globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const documents = globSync(['*.md', 'docs/**/*.md', '{contract,server,web}/**/README.md'])
const code = globSync(
  [
    '{analysis,bench,cli,contract,db,demo,deploy,e2e,faults,fuzz,mutation,postgres-launcher,server,test,test-support,tools,web}/**/*.*',
    '*.{ts,json}',
  ],
  { exclude: ['**/node_modules/**', '**/*.md', 'db/migrations/meta/**'] },
)

/** Of other packages and sites, and examples of the conventions for names. */
const others = new Set(
  'verb-noun.ts nouns.ts Component.tsx renderToPipeableStream queryConfigEnabled manualPureFunctions /api/openapi.json group.css'.split(
    ' ',
  ),
)

const file = /^[\w./-]+\.(ts|tsx|mjs|css|md|json)$/
/** In camel case: a word alone may be plain English. */
const identifier = /^[a-z]+[A-Z]\w*(\(\))?$/

test('the files and identifiers that the documents name exist', () => {
  const text = code.map((path) => readFileSync(path, 'latin1')).join('\n')
  const endings = new Set(
    code.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  )
  const exists = (name: string) =>
    !(file.test(name) || identifier.test(name)) ||
    existsSync(name) ||
    endings.has(name) ||
    text.includes(name.replace('()', ''))
  const missing = documents.flatMap((document) => {
    const prose = readFileSync(document, 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '')
    return [...prose.matchAll(/`([^`\n]+)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !others.has(name) && !exists(name))
      .map((name) => `${document}: ${name}`)
  })

  expect(missing).toEqual([])
})
