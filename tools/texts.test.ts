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

test('the texts of each feature are listed together, with their places', () => {
  const texts = allTexts()

  expect(texts['web/accounts/auth']).toMatchObject({
    'Download, like and share scripts.': [expect.stringMatching(/^use-auth-steps\.tsx:\d+$/)],
  })
  expect(Object.keys(texts)).toEqual(
    expect.arrayContaining(['web/admin/moderation/cases', 'server/site/notifications']),
  )
})
