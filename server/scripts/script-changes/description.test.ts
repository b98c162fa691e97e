import { expect, test } from 'vitest'

import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const description = '# Setup\n- **Put** it into `resources`\n- Read [the manual](https://example.com/manual)'
const formattedDescription = [
  { tag: 'h3', children: ['Setup'] },
  {
    tag: 'ul',
    children: [
      {
        tag: 'li',
        children: [
          { tag: 'strong', children: ['Put'] },
          ' it into ',
          { tag: 'code', children: ['resources'] },
        ],
      },
      {
        tag: 'li',
        children: ['Read ', { tag: 'a', href: 'https://example.com/manual', children: ['the manual'] }],
      },
    ],
  },
]
const plain = 'Setup\nPut it into resources\nRead the manual'
const summary = 'Put it into resources Read the manual'

test('a description is returned as its source and as a tree; cards have its first sentence, feeds its plain text', async () => {
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({ description }))
  const card = (await app.request(null, 'GET', '/api/scripts')).body.scripts[0]
  const feed = await app.request(null, 'GET', '/feed.xml')

  expect(body).toMatchObject({ description, formattedDescription })
  expect((await app.request(null, 'GET', `/api/scripts/${body.id}`)).body).toEqual(body)
  expect(card).toMatchObject({ id: body.id, description: summary })
  expect(card).not.toHaveProperty('formattedDescription')
  expect(feed.body).toContain(`<summary>${plain}</summary>`)

  const edited = editForm({ description: 'A *better* description of it' })
  const { body: after } = await app.request(author, 'PUT', `/api/scripts/${body.id}`, edited)
  expect(after.formattedDescription).toEqual([
    { tag: 'p', children: ['A ', { tag: 'em', children: ['better'] }, ' description of it'] },
  ])
})

test('1000 characters of the source are accepted, one more is rejected', async () => {
  const bold = `**${'x'.repeat(996)}**`

  expect(
    (await app.request(author, 'POST', '/api/scripts', await scriptForm({ description: bold }))).status,
  ).toBe(201)
  expect(
    (await app.request(author, 'POST', '/api/scripts', await scriptForm({ description: `${bold}x` }))).status,
  ).toBe(400)
})

test('a preview needs a session and parses the text without storing it', async () => {
  const preview = (user: typeof author | null, text: string) =>
    app.request(user, 'POST', '/api/scripts/preview', { description: text })

  expect((await preview(null, description)).status).toBe(401)
  expect((await preview(author, 'x'.repeat(20_001))).status).toBe(400)
  expect(await preview(author, description)).toMatchObject({ status: 200, body: { formattedDescription } })
})
