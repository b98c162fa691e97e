import { expect, test } from 'vitest'

import { allTexts, textsOf } from './texts.mjs'

const listed = (path: string, source: string) => textsOf(path, source).map(({ text }) => text)

test('a sentence with elements and values is one text', () => {
  const source = `
    const page = (
      <main className="row wide">
        <p>
          New here? <Link to="/register">Create <b>an account</b></Link>
          {' '}on {site.name}, {count} times{isOpen && <i>Still open</i>}.
        </p>
        <br />
      </main>
    )`

  expect(listed('a.tsx', source)).toEqual([
    'New here? <0>Create <1>an account</1></0> on {name}, {count} times{…}.',
    'Still open',
  ])
})

test('labels, messages and sentences of code are texts; names, keys and classes are not', () => {
  const source = `
    const button = <Button label="Close" className={\`row \${styles.Wide}\`} busyText={isNew ? 'Sending…' : ''} />
    const toast = { title: 'Saved', kind: 'Garage', message: \`\${count} scripts of \${user.name}\` }
    const keys = { Enter: 'Enter', path: '/scripts' }
    throw conflict('The ban has ended meanwhile')`

  expect(listed('a.tsx', source)).toEqual([
    'Close',
    'Sending…',
    'Saved',
    '{count} scripts of {name}',
    'The ban has ended meanwhile',
  ])
})

test('in a file of texts a word is one too', () => {
  expect(listed('kinds.texts.ts', `const kinds = { hide: 'Hidden', ban: 'Banned' }`)).toEqual([
    'Hidden',
    'Banned',
  ])
})

test('parts of sentences are texts where a variable or a function is named for them', () => {
  const source = `
    const phrases = { console: () => 'runs console commands', host: (name) => \`calls \${name}\` }
    const countText = (n) => (n === 'none' ? 'no files' : 'files')
    function BannerText() { return <p className="text-sm break">{'a b'}</p> }
    const classes = 'grid gap-1'`

  expect(listed('a.tsx', source)).toEqual(['runs console commands', 'calls {name}', 'no files', 'files'])
})

test('logs, defects, SQL, examples of code and the API documentation are not texts', () => {
  const source = `
    log.warn('Files could not be removed')
    throw new Error('The build has no source')
    const rows = sql\`Select everything from here\`
    const rule = { examples: [lua('AddEventHandler on start')], check: 'Which program?' }
    const api = endpoint({ summary: 'List all cases', description: 'Newest first.' })`

  expect(listed('a.ts', source)).toEqual(['Which program?'])
})

test('the texts of each feature are listed together, with their places', () => {
  const texts = allTexts()

  expect(texts['web/accounts/auth']).toMatchObject({
    'Download, like and share scripts.': [expect.stringMatching(/^use-auth-steps\.tsx:\d+$/)],
  })
  expect(Object.keys(texts)).toEqual(
    expect.arrayContaining(['web/admin/moderation/cases', 'server/site/notifications']),
  )

  for (const [folder, text] of [
    ['contract/archives', 'Runs code that it downloads'],
    ['contract/scripts', 'runs console commands'],
    ['contract/scripts', 'Stolen work'],
    ['contract/archives/manifest', 'No file matches {…}.'],
    ['server/archives', 'The archive is missing in the file store. Its author can upload it again.'],
    ['server/scripts/versions', 'It is made for RedM.'],
    ['server/scripts/install', 'Needs server build {build} or later'],
    ['server/scripts/install', 'not a version on %s'],
    ['server/moderation', 'This decision has already been appealed'],
  ] as const)
    expect(Object.keys(texts[folder] ?? {})).toContain(text)
})
