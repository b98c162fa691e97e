import { createGameServer, publishScript, publishVersion, resourceFiles } from './game-server.ts'
import type { TestApp, TestUser } from './test-app.ts'

let count = 0

export function configLua(price: number, extra = ''): string {
  return `Config = {}\nConfig.Price = ${price}\n\n\nConfig.Colour = 'red'\n${extra}`
}

/** A script with two versions on the hub, of which a server has the first. A test may publish more. */
export async function createOutdatedServer(
  app: TestApp,
  author: TestUser,
  secondFiles: Record<string, string>,
  firstFiles: Record<string, string> = {},
) {
  const name = `pier${++count}`
  const server = await createGameServer({ token: author.token })
  const publish = async (number: string, files: Record<string, string>) =>
    publishVersion(
      app,
      author,
      id,
      number,
      resourceFiles(name, { files: { 'config.lua': configLua(10), ...files } }),
    )
  const first = {
    'config.lua': configLua(10),
    'sql/pier.sql': 'create table pier (id int);\n',
    ...firstFiles,
  }
  const { id, versionId } = await publishScript(
    app,
    author,
    `Pier ${count}`,
    resourceFiles(name, { files: first }),
  )
  await server.run('init', app.url)
  await setCooldown(server, '0d')
  const added = await server.run('add', String(id), '--yes')
  if (added.code !== 0 || added.stderr !== '') throw new Error(`${added.code}: ${added.stderr}`)
  const second = await publish('1.1.0', secondFiles)
  const file = (path: string) => `resources/[scripthaven]/${name}/${path}`
  return { server, id, name, file, publish, versionId, secondId: second.versionId }
}

export async function setCooldown(
  server: Awaited<ReturnType<typeof createGameServer>>,
  cooldown: string,
): Promise<void> {
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write('scripthaven.json', `${JSON.stringify({ ...project, cooldown }, null, 2)}\n`)
}
