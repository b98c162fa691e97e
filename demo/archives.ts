import { createCipheriv, createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'

import { randomNamed } from './random.ts'

/** A dense member gains nothing by being packed, and is stored as it is. */
type ArchiveMember = { name: string; content: Buffer<ArrayBuffer>; isDense?: true }

// 1 January 2026, in the form that MS-DOS gave to the format: the same input always gives the same bytes.
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1
const version = 20
const utf8Names = 0x0800
const stored = 0
const deflated = 8

/** Packs members into a zip. The format's classic part, enough for what the demo makes. */
function zip(members: readonly ArchiveMember[]): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isDense } of members) {
    const data = isDense ? content : deflateRawSync(content)
    const nameBytes = Buffer.from(name)
    // What the local header and the directory both say of a member.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(version, 0)
    facts.writeUInt16LE(utf8Names, 2)
    facts.writeUInt16LE(isDense ? stored : deflated, 4)
    facts.writeUInt16LE(dosDate, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), facts, nameBytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    bodies.push(header, data)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([version, 0]), facts, place, nameBytes)
    offset += header.length + data.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(members.length, 4)
  end.writeUInt16LE(members.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, listing, Buffer.from('PK\x05\x06'), end])
}

export type Resource = {
  name: string
  summary: string
  author: string
  version: string
  /** Bytes of models, textures or sounds beside the code. */
  assetSize: number
}

/** A resource folder as people share it, packed. */
export function packResource(resource: Resource): Buffer<ArrayBuffer> {
  const { name, assetSize } = resource
  const folder = folderName(name)
  const text = (path: string, content: string) => ({
    name: `${folder}/${path}`,
    content: Buffer.from(content),
  })
  const members: ArchiveMember[] = [
    text('fxmanifest.lua', manifest(resource, assetSize > 0)),
    text('config.lua', config(name)),
    text('client/main.lua', client(folder)),
    text('server/main.lua', server(folder)),
    text('README.md', readme(resource, folder)),
  ]
  if (assetSize > 0)
    members.push({ name: `${folder}/stream/${folder}.bin`, content: noise(name, assetSize), isDense: true })
  return zip(members)
}

/** Latin letters and digits of a name, joined by hyphens. */
export function folderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return plain || 'resource'
}

function manifest({ name, summary, author, version: number }: Resource, hasAssets: boolean): string {
  return `fx_version 'cerulean'
game 'common'
lua54 'yes'

name ${quote(name)}
description ${quote(summary)}
author ${quote(author)}
version ${quote(number)}

shared_script 'config.lua'
client_script 'client/main.lua'
server_script 'server/main.lua'
${hasAssets ? "\nfile 'stream/*'\n" : ''}`
}

/** A string of Lua; what would end it is taken out. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`
}

function config(name: string): string {
  const random = randomNamed(`config ${name}`)
  return `Config = {
  locale = 'en',
  debug = false,
  distance = ${random.whole(2, 12)}.0, -- metres
  cooldown = ${random.whole(3, 60)}, -- seconds
  price = ${random.whole(1, 90) * 10},
  openFrom = ${random.whole(5, 9)},
  openUntil = ${random.whole(18, 23)},
  blip = { sprite = ${random.whole(1, 500)}, colour = ${random.whole(0, 40)}, scale = 0.8 },
}
`
}

function client(folder: string): string {
  return `local isOpen = false

local function notify(text)
  TriggerEvent('${folder}:notify', text)
end

RegisterNetEvent('${folder}:open', function(state)
  if isOpen then return end
  isOpen = true
  SendNUIMessage({ action = 'open', state = state })
end)

RegisterNetEvent('${folder}:close', function()
  isOpen = false
  SendNUIMessage({ action = 'close' })
end)

RegisterCommand('${folder}', function()
  TriggerServerEvent('${folder}:request')
end, false)

exports('isOpen', function() return isOpen end)
exports('notify', notify)
`
}

function server(folder: string): string {
  return `local lastRequest = {}

-- The client asks, the server decides.
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

function readme({ name, summary, author, version: number }: Resource, folder: string): string {
  return `# ${name}

${summary}

## Installation

1. Copy the folder \`${folder}\` into your resources.
2. Read \`config.lua\` and change what you need.
3. Add \`ensure ${folder}\` to your server configuration and restart.

Version ${number}, by ${author}.
`
}

/** What models and textures look like to a packer: nothing to be made smaller. */
function noise(name: string, size: number): Buffer<ArrayBuffer> {
  const key = createHash('sha256').update(name).digest().subarray(0, 16)
  return Buffer.from(createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size)))
}
