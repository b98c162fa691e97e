import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { onTestFinished } from 'vitest'

import { CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'

import { zipOf, type ZipMember } from './archives/zip.ts'
import { analyseAll } from './analyses.ts'
import { scriptForm } from './script-forms.ts'
import { startTestApp, type TestApp, type TestUser } from './test-app.ts'

type Outcome = { code: number; stdout: string; stderr: string }

/** Each start of the sources takes ten times as long as one of the bundle. */
const builtProgram = isCliBuilt() ? CLI_BUNDLE : join(import.meta.dirname, '../cli/main.ts')

/** An app under its public URL, which its blocklist names. */
export async function startHub(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  app.app.config.publicUrl = app.url
  return app
}

/** A new folder as the data folder of a game server, in which the command line runs as a process of its own. */
export async function createGameServer({
  token,
  root,
  program = builtProgram,
}: {
  token?: string
  root?: string
  program?: string
} = {}) {
  const folder = root ?? (await mkdtemp(join(tmpdir(), 'scripthaven-server-')))
  if (root === undefined) onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'resources'), { recursive: true })
  const home = join(folder, 'home')

  function env(extra: Record<string, string> = {}) {
    const { PATH = '', TMPDIR } = process.env
    const inherited = { PATH, NO_COLOR: '1', ...(TMPDIR && { TMPDIR }), XDG_CONFIG_HOME: home }
    return { ...inherited, ...(token !== undefined && { SCRIPTHAVEN_TOKEN: token }), ...extra }
  }

  return {
    folder,
    program,
    env,
    path: (...names: string[]) => join(folder, ...names),
    installed: (...names: string[]) => join(folder, 'resources/[scripthaven]', ...names),
    read: (...names: string[]) => readFile(join(folder, ...names), 'utf8'),
    async write(path: string, text: string | Buffer) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    },
    run: (...args: string[]) => runScripthaven(program, args, folder, env()),
    runWithInput: (input: string, ...args: string[]) => runScripthaven(program, args, folder, env(), input),
    runWith: (extra: Record<string, string>, ...args: string[]) =>
      runScripthaven(program, args, folder, env(extra)),
    /** At a terminal, with the answers to its questions in their order. An undefined answer is Ctrl+C. */
    runAtTerminal: (
      answers: readonly [question: string, answer: string | undefined][],
      args: readonly string[],
      extra?: Record<string, string>,
    ) => runAtTerminal([process.execPath, program, ...args], folder, env(extra), answers),
  }
}

/** Without a terminal. */
function runScripthaven(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  input = '',
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd, env, maxBuffer: 1 << 26 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

/** `script` of util-linux gives it a pseudo-terminal, whose two outputs are one. */
async function runAtTerminal(
  command: readonly string[],
  cwd: string,
  env: Record<string, string>,
  answers: readonly [question: string, answer: string | undefined][],
): Promise<{ code: number; text: string }> {
  const quoted = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
  const child = spawn('script', ['-qefc', quoted, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const open = [...answers]
  let text = ''
  let read = 0
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += stripVTControlCharacters(chunk).replaceAll('\r', '')
    const [question, answer] = open[0] ?? []
    const at = question === undefined ? -1 : text.indexOf(question, read)
    if (at < 0) return
    read = text.length
    open.shift()
    child.stdin.write(answer === undefined ? '\u0003' : `${answer}\r`)
  })
  const [code] = await once(child, 'close')
  if (open.length > 0) throw new Error(`It did not ask ${JSON.stringify(open)}: ${text}`)
  return { code, text }
}

/** A resource with a manifest, as members of an archive. */
export function resourceFiles(
  name: string,
  { needs = [], files = {} }: { needs?: string[]; files?: Record<string, string> } = {},
): ZipMember[] {
  const dependencies =
    needs.length > 0 ? `\ndependencies { ${needs.map((need) => `'${need}'`).join(', ')} }` : ''
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'${dependencies}\n`
  const all = { 'fxmanifest.lua': manifest, 'server.lua': `print('${name}')\n`, ...files }
  return Object.entries(all).map(([path, content]) => ({ name: `${name}/${path}`, content, deflate: true }))
}

/** Publishes a script with an analysed archive. */
export async function publishScript(
  app: TestApp,
  author: TestUser,
  name: string,
  members: readonly ZipMember[] | Buffer,
  fields: Record<string, string> = {},
  extension: 'zip' | '7z' = 'zip',
): Promise<{ id: number; versionId: number }> {
  const content = Buffer.isBuffer(members) ? members : zipOf(members)
  const form = await scriptForm(
    { name, version: '1.0.0', ...fields },
    { archive: { fileName: `${name}.${extension}`, content } },
  )
  const { status, body } = await app.request(author, 'POST', '/api/scripts', form)
  if (status !== 201) throw new Error(`${name} was not published: ${JSON.stringify(body)}`)
  await analyseAll(app)
  return { id: body.id, versionId: body.versionId }
}

/** Publishes one more version of a script. */
export async function publishVersion(
  app: TestApp,
  author: TestUser,
  id: number,
  number: string,
  members: readonly ZipMember[],
  fileName = `v${number}.zip`,
): Promise<{ versionId: number }> {
  const form = new FormData()
  form.set('number', number)
  form.set('changelog', `Changes of ${number}.`)
  form.set('scriptFile', new Blob([new Uint8Array(zipOf(members))], { type: 'application/zip' }), fileName)
  const { status, body } = await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)
  if (status !== 201) throw new Error(`${number} was not published: ${JSON.stringify(body)}`)
  await analyseAll(app)
  return { versionId: body.id }
}
