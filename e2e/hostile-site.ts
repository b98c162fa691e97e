import type { APIRequestContext } from '@playwright/test'

import { zipOf } from '#platform/testing-archives/zip.ts'

import { smallPicture } from './author-files.ts'

/** What runs, opens or breaks out where a page takes text for markup, for an address or for a script. */
const marks = [
  `<img src=x onerror=pwned(1)>`,
  `"><svg onload=pwned(2)>`,
  `</script><script>pwned(3)</script>`,
  `' onfocus=pwned(4) autofocus x='`,
  `javascript:pwned(5)//`,
  '`${pwned(6)}`{{pwned(6)}}',
  `<!--</title><script>pwned(7)</script>`,
  `&lt;img src=x onerror=pwned(8)&gt;`,
  `<iframe srcdoc="<script>parent.pwned(9)</script>">`,
  `<a href="javascript:pwned(10)">x</a>`,
  `</style><script>pwned(11)</script>`,
  `\u2028\u2029\u202E<details open ontoggle=pwned(12)>`,
  String.raw`\u003cscript\u003epwned(13)\u003c/script\u003e`,
  `<base href="//a.example/"><meta http-equiv=refresh content="0;url=//a.example">`,
]
export const hostile = marks.join(' ')

/** Of them, what must nowhere stand in a document as it is. */
export const markup = marks.filter((mark) => mark.includes('<'))

/** As many of the marks as a field takes, beginning with another one for each field. */
function fitting(max: number, first: number): string {
  let text = ''
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[(first + index) % marks.length] ?? ''
    if (text.length + mark.length + 1 <= max) text += `${mark} `
  }
  return text.trim()
}

type Hub = { request: APIRequestContext; address: string }
export type HostileSite = {
  ownerToken: string
  ownerUser: object
  banned: { token: string; user: object }
  username: string
  scriptId: number
}

/** A site on which everything that somebody may write is hostile. */
export async function fillHostileSite(
  hub: Hub,
  owner: { email: string; password: string },
): Promise<HostileSite> {
  const agent = { 'user-agent': `Mozilla/5.0 ${hostile}`.replaceAll(/[^\x20-\x7E]/g, '') }
  const signedIn = await call(hub, 'POST', '/api/auth/login', owner, agent)
  const token = String(signedIn['accessToken'])
  const asOwner = (method: string, path: string, data: object) =>
    call(hub, method, path, data, { authorization: `Bearer ${token}` })
  const victim = { username: 'victim.-_', email: "vic'tim&amp@example.com", password: 'a good password' }
  const registered = await call(hub, 'POST', '/api/auth/register', victim, agent)
  const { id } = idOf(registered['user'])

  await asOwner('POST', '/api/categories', {
    name: fitting(50, 0),
    description: fitting(300, 1),
    icon: 'Flame',
    color: '#12ab9f',
  })
  const { id: group_id } = idOf(
    await asOwner('POST', '/api/groups', {
      name: fitting(50, 3),
      display_name: fitting(50, 4),
      description: fitting(500, 5),
      color: '#12ab9f',
      priority: 700,
      permissions: ['scripts.upload'],
    }),
  )
  await asOwner('PUT', `/api/users/admin/users/${id}/groups`, { group_id, action: 'add' })
  const style = await asOwner('POST', '/api/user-styles', {
    name: fitting(50, 7),
    description: fitting(300, 8),
    css_properties: 'color: gold',
  })
  const { id: style_id } = idOf(style['data'])
  await asOwner('POST', '/api/user-styles/assign', { user_id: id, style_id })
  await asOwner('POST', '/api/partners', {
    name: fitting(100, 9),
    description: fitting(500, 10),
    logo_url: `https://127.0.0.1:9/x'onerror='pwned(1)"><svg/onload=pwned(2)>.png`,
    website_url: `https://127.0.0.1:9/?q='-pwned(3)-'`,
    discord_url: `https://127.0.0.1:9/#javascript:pwned(5)`,
  })
  await asOwner('PUT', `/api/users/admin/users/${id}`, { notes: hostile, phone_number: '+31 6 (55)' })
  const scriptId = await submit(hub, String(registered['accessToken']))
  const report = {
    type: 'system',
    status: 'error',
    action: 'System Error',
    description: fitting(500, 2),
    metadata: { [marks[0] ?? '']: hostile, link: 'javascript:pwned(5)' },
  }
  await call(hub, 'POST', '/api/activities', report)
  await asOwner('POST', `/api/users/admin/users/${id}/ban`, { reason: fitting(1000, 0), is_permanent: true })
  const banned = { token: String(registered['accessToken']), user: objectOf(registered['user']) }
  return {
    ownerToken: token,
    ownerUser: objectOf(signedIn['user']),
    banned,
    username: victim.username,
    scriptId,
  }
}

async function submit({ request, address }: Hub, token: string): Promise<number> {
  const archive = zipOf([{ name: 'garage/<img src=x onerror=pwned(1)>.lua', content: 'print(1)' }])
  const form = new FormData()
  form.set('name', fitting(100, 0))
  form.set('description', fitting(1000, 1))
  form.set('version', '<b onclick=pwned(1)>')
  form.set('tags', JSON.stringify(['<script>pwned(3)', '"><svg onload=pwned', "'onclick='pwned(1)"]))
  form.set('script_status', 'Readable')
  form.set('category', 'Cars')
  form.set('scriptFile', new File([new Uint8Array(archive)], `"><img src=x onerror=pwned(1)>.zip`))
  form.set(
    'images',
    new File([new Uint8Array(smallPicture)], `<svg onload=pwned(2)>.png`, { type: 'image/png' }),
  )
  const answer = await request.post(`${address}/api/scripts`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: form,
  })
  if (answer.status() !== 201) throw new Error(`Not submitted: ${await answer.text()}`)
  return idOf(await answer.json()).id
}

async function call(
  { request, address }: Hub,
  method: string,
  path: string,
  data: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await request.fetch(address + path, { method, data, headers })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

function idOf(value: unknown): { id: number } {
  return { id: Number(Object.entries(objectOf(value)).find(([key]) => key === 'id')?.[1]) }
}

function objectOf(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new Error('This is no object')
  return value
}
