import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import type { Account } from '#test-support/users.ts'

import { smallImage } from './author-files.ts'

/** Text that runs or becomes markup where a page does not escape it. */
const payloads = [
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
export const maliciousText = payloads.join(' ')

/** The payloads that no document may contain unescaped. */
export const markup = payloads.filter((payload) => payload.includes('<'))

/** As many payloads as fit into `max` characters, starting with the payload at index `first`. */
function payloadsUpTo(max: number, first: number): string {
  let text = ''
  for (let index = 0; index < payloads.length; index++) {
    const payload = payloads[(first + index) % payloads.length] ?? ''
    if (text.length + payload.length + 1 <= max) text += `${payload} `
  }
  return text.trim()
}

type Session = { token: string; user: object }
export type MaliciousSite = {
  owner: Session
  banned: Session
  username: string
  scriptId: number
}

/** Fills a site with malicious text in every field that users may write. */
export async function seedMaliciousSite(
  url: string,
  owner: Pick<Account, 'email' | 'password'>,
): Promise<MaliciousSite> {
  const headers = { 'user-agent': `Mozilla/5.0 ${maliciousText}`.replaceAll(/[^\x20-\x7E]/g, '') }
  const send = async (path: string, data: Record<string, unknown>) =>
    (await requireSuccess(url, null, 'POST', path, data, { headers })).body
  const signedIn = await send('/api/auth/login', owner)
  const session = { token: String(signedIn.accessToken) }
  const asOwner = async (method: string, path: string, data: Record<string, unknown>) =>
    (await requireSuccess(url, session, method, path, data)).body
  const victim = { username: 'victim.-_', email: "vic'tim&amp@example.com", password: 'a good password' }
  const registered = await send('/api/auth/register', victim)
  const banned = { token: String(registered.accessToken), user: registered.user }
  const { id } = registered.user

  await asOwner('POST', '/api/categories', {
    name: payloadsUpTo(50, 0),
    description: payloadsUpTo(300, 1),
    icon: 'Flame',
    color: '#12ab9f',
  })
  const { id: group_id } = await asOwner('POST', '/api/groups', {
    name: payloadsUpTo(50, 3),
    display_name: payloadsUpTo(50, 4),
    description: payloadsUpTo(500, 5),
    color: '#12ab9f',
    priority: 700,
    permissions: ['scripts.upload'],
  })
  await asOwner('PUT', `/api/users/admin/users/${id}/groups`, { group_id, action: 'add' })
  const style = await asOwner('POST', '/api/user-styles', {
    name: payloadsUpTo(50, 7),
    description: payloadsUpTo(300, 8),
    css_properties: 'color: gold',
  })
  await asOwner('POST', '/api/user-styles/assign', { user_id: id, style_id: style.data.id })
  await asOwner('POST', '/api/partners', {
    name: payloadsUpTo(100, 9),
    description: payloadsUpTo(500, 10),
    logo_url: `https://127.0.0.1:9/x'onerror='pwned(1)"><svg/onload=pwned(2)>.png`,
    website_url: `https://127.0.0.1:9/?q='-pwned(3)-'`,
    discord_url: `https://127.0.0.1:9/#javascript:pwned(5)`,
  })
  await asOwner('PUT', `/api/users/admin/users/${id}`, { notes: maliciousText, phone_number: '+31 6 (55)' })
  const scriptId = await submit(url, banned)
  const report = {
    type: 'system',
    status: 'error',
    action: 'System Error',
    description: payloadsUpTo(500, 2),
    metadata: { [payloads[0] ?? '']: maliciousText, link: 'javascript:pwned(5)' },
  }
  await send('/api/activities', report)
  await asOwner('POST', `/api/users/admin/users/${id}/ban`, {
    reason: payloadsUpTo(1000, 0),
    is_permanent: true,
  })
  return {
    owner: { ...session, user: signedIn.user },
    banned,
    username: victim.username,
    scriptId,
  }
}

async function submit(url: string, author: { token: string }): Promise<number> {
  const archive = zipOf([{ name: 'garage/<img src=x onerror=pwned(1)>.lua', content: 'print(1)' }])
  const form = new FormData()
  form.set('name', payloadsUpTo(100, 0))
  form.set('description', payloadsUpTo(1000, 1))
  form.set('version', '<b onclick=pwned(1)>')
  form.set('tags', JSON.stringify(['<script>pwned(3)', '"><svg onload=pwned', "'onclick='pwned(1)"]))
  form.set('script_status', 'Readable')
  form.set('category', 'Cars')
  form.set('scriptFile', new File([new Uint8Array(archive)], `"><img src=x onerror=pwned(1)>.zip`))
  form.set(
    'images',
    new File([new Uint8Array(smallImage)], `<svg onload=pwned(2)>.png`, { type: 'image/png' }),
  )
  const { body } = await requireSuccess(url, author, 'POST', '/api/scripts', form)
  return body.id
}
