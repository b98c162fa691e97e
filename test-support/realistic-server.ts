import { createSeededRandom } from './seeded-random.ts'

type Files = Record<string, string | Buffer>

export type GeneratedScript = {
  name: string
  /** The folders of the resources. */
  resources: string[]
  extension: 'zip' | '7z'
  /** The oldest one first. */
  versions: { number: string; files: Files }[]
  /** The index of the version that the server has. */
  installed: number
}

export const versionNumbers = ['1.0.0', '1.1.0', '1.2.0'] as const

/** Resources that servers have from elsewhere, and no script of the hub provides. */
export const frameworks = ['es_extended', 'qb-core', 'ox_lib', 'oxmysql']

/**
 * Scripts as servers have them: jobs on a framework with configuration, locales, a page and SQL; tools of three files
 * without a folder; maps; packs of several resources; and libraries that others need. Some authors forget to change the
 * version in the manifest.
 */
export function generateScripts(count: number): GeneratedScript[] {
  const kinds = [job, job, tool, map, pack, job, library, job, tool, map]
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? job
    // Digits at the end would be taken for a version.
    const letters = [index / 26, index % 26].map((value) => String.fromCodePoint(97 + Math.floor(value)))
    const name = `${kind.name}_${letters.join('')}`
    const versions = versionNumbers.slice(0, index % 5 === 0 ? 3 : 2).map((number, rank) => {
      const stated = index % 4 === 3 ? '1.0.0' : number
      return { number, files: kind({ name, index, rank, stated }) }
    })
    return {
      name,
      resources: kind === pack ? [0, 1, 2].map((part) => `${name}_${part}`) : [name],
      extension: index % 11 === 10 ? '7z' : 'zip',
      versions,
      installed: index % 2,
    }
  })
}

type Part = { name: string; index: number; rank: number; stated: string }

function manifest(stated: string, more: string): string {
  return `fx_version 'cerulean'\ngame 'gta5'\nlua54 'yes'\nversion '${stated}'\n${more}`
}

/** The third version changes the price, which owners change, too. */
export function configText(rank: number, price = rank === 2 ? 150 : 100): string {
  const added = Array.from({ length: rank }, (_, at) => `\n\nConfig.Limit${at + 1} = ${10 * (at + 1)}\n`)
  return `Config = {}\n\nConfig.Locale = 'en'\n\n\nConfig.Price = ${price}\n\n\nConfig.Blip = { sprite = 50, color = 3 }\n${added.join('')}`
}

function job({ name, index, rank, stated }: Part): Files {
  const framework = index % 2 === 0 ? 'es_extended' : 'qb-core'
  const needs = [framework, 'oxmysql', ...(index >= 10 ? ['library_ag'] : [])]
  const upgrades = Array.from({ length: rank }, (_, at): [string, string] => [
    `${name}/sql/upgrade-${versionNumbers[at + 1]}.sql`,
    `alter table ${name} add column limit_${at + 1} int;\n`,
  ])
  return {
    [`${name}/fxmanifest.lua`]: manifest(
      stated,
      `shared_scripts { 'config.lua', 'locales/*.lua' }\nclient_scripts { 'client/*.lua' }\nserver_scripts { '@oxmysql/lib/MySQL.lua', 'server/*.lua' }\nui_page 'html/index.html'\nfiles { 'html/*' }\ndependencies { ${needs.map((need) => `'${need}'`).join(', ')} }\n`,
    ),
    [`${name}/config.lua`]: configText(rank),
    [`${name}/locales/en.lua`]: `Locales['en'] = { ['title'] = '${name}', ['buy'] = 'Buy for %s' }\n`,
    [`${name}/locales/de.lua`]: `Locales['de'] = { ['title'] = '${name}', ['buy'] = 'Für %s kaufen' }\n`,
    [`${name}/client/main.lua`]: lua(name, 'client', 60),
    [`${name}/client/menu.lua`]: lua(name, 'menu', 40),
    [`${name}/server/main.lua`]: lua(name, `server of ${rank}`, 80),
    [`${name}/html/index.html`]: `<!doctype html><title>${name}</title><script src="jquery.js"></script><script src="app.js"></script>\n`,
    [`${name}/html/app.js`]: `window.addEventListener('message', ({ data }) => { document.title = '${name} ' + data.title })\n`,
    [`${name}/html/jquery.js`]: `/*! a library that many have */\n${'var x = 1;\n'.repeat(200)}`,
    [`${name}/LICENSE`]: 'Permission is hereby granted, free of charge, to any person.\n',
    [`${name}/sql/${name}.sql`]: `create table ${name} (id int primary key);\n`,
    ...Object.fromEntries(upgrades),
  }
}

/** Without a folder in the archive. */
function tool({ name, rank, stated }: Part): Files {
  return {
    'fxmanifest.lua': manifest(stated, "client_script 'client.lua'\n"),
    'client.lua': lua(name, `tool of ${rank}`, 30),
    'README.md': `# ${name}\nPut it into resources and ensure it.\n`,
  }
}

function map({ name, index, rank, stated }: Part): Files {
  const random = createSeededRandom(index)
  const models = Array.from({ length: 12 + rank }, (_, at): [string, Buffer] => [
    `${name}/stream/part_${at}.ymap`,
    Buffer.from(Array.from({ length: 4000 }, () => Math.floor(random() * 256))),
  ])
  return {
    [`${name}/fxmanifest.lua`]: manifest(stated, "this_is_a_map 'yes'\n"),
    ...Object.fromEntries(models),
  }
}

/** Three resources below a folder of their category, the last one with a manifest of the old kind. */
function pack({ name, rank, stated }: Part): Files {
  return Object.fromEntries(
    [0, 1, 2].flatMap((part): [string, string][] => {
      const folder = `${name}-${stated}/[${name}]/${name}_${part}`
      return [
        part === 2
          ? [
              `${folder}/__resource.lua`,
              "resource_manifest_version '44febabe-d386-4d18-afbe-5e627f4af937'\nclient_script 'client.lua'\n",
            ]
          : [`${folder}/fxmanifest.lua`, manifest(stated, "client_script 'client.lua'\n")],
        [`${folder}/client.lua`, lua(`${name}_${part}`, part === 0 ? `pack of ${rank}` : 'pack', 50)],
        [`${folder}/config.lua`, configText(part === 0 ? rank : 0)],
      ]
    }),
  )
}

function library({ name, rank, stated }: Part): Files {
  return {
    [`${name}/fxmanifest.lua`]: manifest(stated, "shared_scripts { 'shared/*.lua' }\nserver_export 'call'\n"),
    [`${name}/shared/init.lua`]: lua(name, 'init', 30),
    [`${name}/shared/table.lua`]: lua(name, `table of ${rank}`, 90),
    [`${name}/shared/math.lua`]: lua(name, 'math', 40),
  }
}

function lua(name: string, what: string, lines: number): string {
  const body = Array.from(
    { length: lines },
    (_, at) => `RegisterNetEvent('${name}:${at}', function(value) print('${what}', value + ${at}) end)`,
  )
  return `${body.join('\n')}\n`
}

/** The files of the installed version by their path in the folder of resources, in a category of the owner. */
export function placedFiles({ name, resources, versions, installed, extension }: GeneratedScript): Files {
  const files = Object.entries(versions[installed]?.files ?? {}).map(
    ([path, content]): [string, string | Buffer] => {
      const resource = resources.find((each) => path.includes(`${each}/`)) ?? name
      const inner = path.includes(`${resource}/`)
        ? path.slice(path.indexOf(`${resource}/`) + resource.length + 1)
        : path
      return [`[${extension === 'zip' ? 'scripts' : 'packed'}]/${resource}/${inner}`, content]
    },
  )
  return Object.fromEntries(files)
}

export type OwnerChange = 'price' | 'locale' | 'lost-file' | 'added-file' | 'code' | 'line-ends' | 'renamed'

/** What owners do to installed scripts, in turn; several do not touch one. */
export function changeOf(index: number): OwnerChange | undefined {
  const changes = [
    'price',
    undefined,
    'line-ends',
    'added-file',
    'price',
    'code',
    'lost-file',
    'locale',
    'price',
    'renamed',
    'line-ends',
    undefined,
  ] as const
  return changes[index % changes.length]
}

/** The files as the owner has them now. */
export function applyChange(files: Files, change: OwnerChange | undefined): Files {
  const entries = Object.entries(files).map(([path, content]): [string, string | Buffer] => {
    if (typeof content !== 'string') return [path, content]
    if (change === 'price' && path.endsWith('/config.lua'))
      return [path, content.replace(/Config\.Price = \d+/, 'Config.Price = 999')]
    if (change === 'locale' && path.endsWith('/locales/en.lua'))
      return [path, content.replace('Buy for', 'Purchase for')]
    if (change === 'code' && path.endsWith('/server/main.lua')) return [path, `${content}print('mine')\n`]
    if (change === 'line-ends') return [path, content.replaceAll('\n', '\r\n')]
    return [path, content]
  })
  const first = Object.keys(files)[0]?.split('/').slice(0, 2).join('/') ?? ''
  if (change === 'added-file') entries.push([`${first}/data/players.json`, '{"mine":1}\n'])
  const kept =
    change === 'lost-file'
      ? entries.filter(([path]) => !/README\.md$|LICENSE$|math\.lua$/.test(path))
      : entries
  return Object.fromEntries(
    change === 'renamed'
      ? kept.map(([path, content]) => [path.replace(`${first}/`, `${first}-custom/`), content])
      : kept,
  )
}
