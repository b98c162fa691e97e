import { createCipheriv, createHash } from 'node:crypto'
import { posix } from 'node:path'

import { zipOf } from '#test-support/archives/zip.ts'

import { parts, type Part } from './archive-parts.ts'
import type { DemoScript } from './catalogue.ts'

type ArchivedScript = Pick<
  DemoScript,
  'name' | 'summary' | 'author' | 'version' | 'assetSize' | 'parts' | 'isDamaged'
>

/** Packs a resource folder with the files that a FiveM server expects. */
export function createArchive(script: ArchivedScript): Buffer {
  const { name, summary, author, version, assetSize, isDamaged } = script
  const folder = toSlug(name)
  const chosen = script.parts.map((part): Part => parts[part])
  const written = (text: string) => text.replaceAll('RESOURCE', folder)
  const manifest = `fx_version 'cerulean'
game 'common'
lua54 'yes'

name ${toLuaString(name)}
description ${toLuaString(summary)}
author ${toLuaString(author)}
version ${toLuaString(version)}

shared_script 'config.lua'
client_script 'client/main.lua'
server_script 'server/main.lua'
${assetSize > 0 ? "\nfile 'stream/*'\n" : ''}${chosen.map((part) => (part.manifest ? `\n${part.manifest}\n` : '')).join('')}`
  const readme = `# ${name}

${summary}

## Installation

1. Copy the folder \`${folder}\` into your resources.
2. Read \`config.lua\` and change what you need.
3. Add \`ensure ${folder}\` to your server configuration and restart.

Version ${version}, by ${author}.
`
  const files = Object.entries({
    'fxmanifest.lua': manifest,
    'config.lua': config,
    'client/main.lua': clientCode(folder),
    'server/main.lua': serverCode(folder),
    'README.md': readme,
  })
  const further = chosen.flatMap((part) =>
    Object.entries(part.files).map(([path, content]) => ({
      name: posix.join(folder, written(path)),
      content: typeof content === 'string' ? written(content) : content,
      deflate: true,
    })),
  )
  const archive = zipOf([
    ...files.map(([path, content]) => ({ name: `${folder}/${path}`, content, deflate: true })),
    ...further,
    ...(assetSize > 0
      ? [{ name: `${folder}/stream/${folder}.bin`, content: incompressibleBytes(name, assetSize) }]
      : []),
  ])
  // The first bytes of a compressed file, after its header and its name.
  if (isDamaged) archive.fill(0xff, 30 + `${folder}/fxmanifest.lua`.length, 60 + folder.length)
  return archive
}

/** The ASCII letters and digits of a text, joined by hyphens. */
export function toSlug(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return slug || 'resource'
}

function toLuaString(text: string): string {
  return `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`
}

const config = `Config = {
  locale = 'en',
  debug = false,
  distance = 4.0, -- metres
  cooldown = 10, -- seconds
  price = 250,
}
`

function clientCode(folder: string): string {
  return `local isOpen = false

RegisterNetEvent('${folder}:open', function(state)
  if isOpen then return end
  isOpen = true
  SendNUIMessage({ action = 'open', state = state })
end)

RegisterNUICallback('close', function(_, respond)
  isOpen = false
  respond('ok')
end)

RegisterCommand('${folder}', function()
  TriggerServerEvent('${folder}:request')
end, false)
`
}

function serverCode(folder: string): string {
  return `local lastRequest = {}

RegisterNetEvent('${folder}:request', function()
  local player = source
  local now = os.time()
  if lastRequest[player] and now - lastRequest[player] < Config.cooldown then return end
  lastRequest[player] = now
  TriggerClientEvent('${folder}:open', player, { price = Config.price })
end)

AddEventHandler('playerDropped', function()
  lastRequest[source] = nil
end)
`
}

/** Like textures and models, which are compressed already. The same seed gives the same bytes. */
function incompressibleBytes(seed: string, size: number): Buffer {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}
