import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LuaFactory } from 'wasmoon'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const { body: source, headers } = await app.request(null, 'GET', '/updates.lua')

test('the file is a text with the URL of this site', () => {
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(source).toContain("local site = 'https://hub.example'")
  expect(source).not.toContain('{site}')
  expect(source).not.toMatch(
    /\b(load|loadstring|LoadResourceFile|os|io|ExecuteCommand|SaveResourceFile)\s*[(.]/,
  )
})

test('its own report has no finding of severity high', async () => {
  const manifest = "fx_version 'cerulean'\ngame 'common'\nserver_script 'updates.lua'\n"
  const content = zipOf([
    { name: 'script-updates/fxmanifest.lua', content: manifest },
    { name: 'script-updates/updates.lua', content: source },
  ])
  const form = await scriptForm({}, { archive: { fileName: 'updates.zip', content } })
  const { body: script } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)

  const { body: report } = await app.request(null, 'GET', `/api/versions/${script.versionId}/report`)

  expect(report.state).toBe('done')
  expect(report.findings.filter(({ severity }: { severity: string }) => severity === 'high')).toEqual([])
})

/** What the game server provides. A request waits until the test answers it. */
const stubs = `
  resources, requests, callbacks, lines, convar = {}, {}, {}, {}, ''
  function GetConvar(name, fallback) return name == 'script_updates' and convar or fallback end
  function GetNumResources() return #resources end
  function GetResourceByFindIndex(index) return resources[index + 1].name end
  local function find(name) for _, one in ipairs(resources) do if one.name == name then return one end end end
  function GetResourceState(name) return find(name).state or 'started' end
  function GetResourceMetadata(name, key) return find(name)[key] end
  function CreateThread(run) run() end
  function Wait() end
  function PerformHttpRequest(url, callback) requests[#requests + 1] = url; callbacks[#callbacks + 1] = callback end
  function print(text) lines[#lines + 1] = text end
  json = { decode = function(text) return load('return ' .. text)() end }
`

/** JSON as a Lua expression. */
function toLua(value: unknown): string {
  if (value === null || value === undefined) return 'nil'
  if (Array.isArray(value)) return `{${value.map(toLua).join(',')}}`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, one]) => `[${JSON.stringify(key)}]=${toLua(one)}`)
      .join(',')}}`
  return JSON.stringify(value)
}

test('it prints a line for each script that is outdated, withdrawn, gone or unknown, and sends only ids and numbers', async () => {
  const submit = async (name: string, version: string) =>
    (await app.request(author, 'POST', '/api/scripts', await scriptForm({ name, version }))).body.id
  const [current, old, recalled] = [
    await submit('Current', '1.0.0'),
    await submit('Old', '2.0.0'),
    await submit('Recalled', '3.0.0+b'),
  ]
  await app.db.execute(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    overriding system value select ${old}, '1.9.0', 'x.zip', 'zip', 1, 'x', 1, 1, now()`)
  await app.db.execute(sql`
    update script_versions set withdrawn_at = now(), withdrawal_kind = 'security', withdrawal_reason = E'Sends ^1data\naway'
    where script_id = ${recalled}`)
  await app.db.execute(sql`
    update script_versions v set id = default from script_files f where v.script_id = ${old} and v.key = f.key`)
  const installed = [
    { name: 'garage', scripthaven: String(current), version: '1.0.0' },
    { name: 'old_one', scripthaven: String(old), version: '1.9.0' },
    { name: 'recalled', scripthaven: String(recalled), version: '3.0.0+b' },
    { name: 'stopped', scripthaven: String(old), version: '1.9.0', state: 'stopped' },
    { name: 'odd_id', scripthaven: "1'--", version: '1' },
    { name: 'odd_version', scripthaven: String(current), version: '1.0, 2' },
    { name: 'other', version: '7' },
    { name: 'gone', scripthaven: '999999', version: '1.0.0' },
    { name: 'changed', scripthaven: String(old), version: '7.7' },
    { name: 'listed one', version: '1.9.0' },
    { name: 'listed_two', scripthaven: '5' },
  ]
  const lua = await new LuaFactory().createEngine()
  await lua.doString(stubs)
  await lua.doString(`resources = ${toLua(installed)}`)
  await lua.doString(`convar = "listed one=${old}, listed_two = ${current}@1.0.0,a typo"`)

  await lua.doString(source)
  const url: string = await lua.doString('assert(#requests == 1) return requests[1]')
  const { body } = await app.request(null, 'GET', new URL(url).pathname + new URL(url).search)
  await lua.doString(`callbacks[1](200, ${JSON.stringify(toLua(body))})`)
  await lua.doString('callbacks[1](503, nil)')
  const lines: string = await lua.doString("return table.concat(lines, '\\n')")

  expect(url).toBe(
    `https://hub.example/api/updates?installed=${current}@1.0.0,${old}@1.9.0,${recalled}@3.0.0%2Bb,${current},999999@1.0.0,${old}@7.7,${old}@1.9.0,${current}@1.0.0`,
  )
  const newer = `2.0.0 is the current version: https://hub.example/scripts/${old}`
  expect(lines.split('\n')).toEqual([
    '[script-updates] script_updates has an entry that is not "resource=id": a typo',
    `[script-updates] old_one 1.9.0: ${newer}`,
    '[script-updates] recalled 3.0.0+b: withdrawn (security: Sends  1data away). There is no other version.',
    `[script-updates] odd_version: the version is not known. 1.0.0 is the current version: https://hub.example/scripts/${current}`,
    '[script-updates] gone 1.0.0: no longer on https://hub.example. It was deleted, hidden or taken down, so check whether you want to keep it: https://hub.example/scripts/999999',
    `[script-updates] changed 7.7: not a version on https://hub.example. ${newer}`,
    `[script-updates] listed one 1.9.0: ${newer}`,
    '[script-updates] The check for updates failed with status 503.',
  ])
  lua.global.close()
})

test('more than 100 scripts are asked for in several requests', async () => {
  const lua = await new LuaFactory().createEngine()
  await lua.doString(stubs)
  await lua.doString(
    `for n = 1, 250 do resources[n] = { name = 'r' .. n, scripthaven = tostring(n), version = '1.0.0' } end`,
  )
  await lua.doString(source)

  const counts: string = await lua.doString(`
    local counts = {}
    for index, url in ipairs(requests) do counts[index] = select(2, url:gsub('@', '')) end
    return table.concat(counts, ' ')`)

  expect(counts).toBe('100 100 50')
  lua.global.close()
})

test('it says once that everything is current, and when nothing names its script', async () => {
  const { body: script } = await app.request(author, 'POST', '/api/scripts', await scriptForm())
  const linesOf = async (resources: string, state: { id: number; count: number }) => {
    const lua = await new LuaFactory().createEngine()
    await lua.doString(stubs)
    await lua.doString(resources)
    await lua.doString(source)
    const { body } = await app.request(null, 'GET', `/api/updates?installed=${state.id}@1.0.0`)
    const reply = (count: number) => toLua({ scripts: Array.from({ length: count }, () => body.scripts[0]) })
    for (let first = 0; first < state.count; first += 100)
      await lua.doString(
        `callbacks[${first / 100 + 1}](200, ${JSON.stringify(reply(Math.min(100, state.count - first)))})`,
      )
    const lines: string = await lua.doString("return table.concat(lines, '\\n')")
    lua.global.close()
    return lines
  }
  const copies = (count: number) =>
    `for n = 1, ${count} do resources[n] = { name = 'r' .. n, scripthaven = '${script.id}', version = '1.0.0' } end`

  expect(await linesOf(copies(150), { id: script.id, count: 150 })).toBe(
    '[script-updates] All 150 scripts are up to date.',
  )
  expect(await linesOf(copies(1), { id: script.id, count: 1 })).toBe(
    '[script-updates] The script is up to date.',
  )
  expect(await linesOf("resources[1] = { name = 'other' }", { id: script.id, count: 0 })).toBe(
    '[script-updates] No resource names its script, so nothing was checked. See the first lines of updates.lua.',
  )
})
