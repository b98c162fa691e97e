import { cutText, cutToEnd } from '#analysis/cut-text.ts'
import { hasCodeWords } from '#analysis/flow/decode.ts'
import { originsOf } from '#analysis/flow/heap.ts'
import { endOf, nothing, origin, startOf, textOf, textsOf } from '#analysis/flow/value.ts'
import { codeFile, manifestFile, systemFile } from '#analysis/knowledge/names.ts'
import { databaseCode, statementsOf } from './queries.ts'
import { defineRule, js, lua, medium } from './rule.ts'

/** Not what the owner of the server stores or types. */
const foreign = origin.http | origin.event | origin.web | origin.state | origin.otherResource | origin.decoded
const fxVersion = /^[^a-z]{0,20}fx_version\s{1,9}['"]/i

export const writesCode = defineRule({
  id: 'writes-code',
  on: ['writes-file', 'literal', 'database'],
  test: (event, program) => {
    const { kind, named, file, values } = event
    if (kind !== 'writes-file') {
      if (databaseCode.test(statementsOf(event))) return medium('a trigger or event of the database')
      const text = textOf(values[0] ?? nothing) ?? ''
      return fxVersion.test(text) && file.side === 'server' && program.has('writes-file')
        ? medium('the text of a manifest')
        : undefined
    }
    const path = named.path ?? nothing
    const content = named.content ?? nothing
    const end = endOf(path)
    const origins = originsOf(content)
    const isForeign = (origins & foreign) !== 0
    const isNamed = (originsOf(path) & (origin.http | origin.web | origin.event)) !== 0
    const isUnnamed = !path.constants && !path.suffix
    const text = textOf(content) ?? textsOf(content)[0] ?? content.suffix ?? content.prefix
    // Pages cannot write files: such a script beside a page builds it.
    const isRun = file.side !== 'none' && file.side !== 'page'
    if (manifestFile.test(end))
      return { severity: isForeign || isRun ? 'high' : 'medium', detail: 'a manifest' }
    if (systemFile.test(end) || systemFile.test(startOf(path)))
      return { severity: isRun ? 'high' : 'medium', detail: 'a file that the machine runs' }
    if (codeFile.test(end)) return { severity: isForeign ? 'high' : 'medium', detail: cutToEnd(end, 60) }
    if (isNamed && isUnnamed) return medium('a file that is named from outside')
    if (text !== undefined && hasCodeWords(text) && !path.constants && !/\.\w{1,5}$/.test(end))
      return medium(cutText(text, 60))
    if ((origins & origin.file) !== 0 && isUnnamed && !path.prefix)
      return medium('changes files whose names are not known')
    const isDownload = (origins & (origin.http | origin.decoded)) !== 0
    return isDownload && !path.constants && !/\.\w{1,5}$/.test(end)
      ? medium('a download, under a computed name')
      : undefined
  },
  examples: {
    found: [
      js(`^require('fs').appendFileSync(require('os').homedir() + '/.ssh/authorized_keys', key)`),
      js(`^require('fs').writeFileSync('/etc/cron.d/own', text)`),
      lua(`^local file = io.open(os.getenv('APPDATA') .. '\\\\Microsoft\\\\Startup\\\\update.txt', 'w')`),
      lua(`^io.output('other/server.lua')`),
      lua(`^MySQL.query('CREATE TRIGGER pay BEFORE UPDATE ON users FOR EACH ROW SET NEW.bank = 5')`),
      js(`const name = 'tidy'
^exports.oxmysql.query('CREATE EVENT ' + name + ' ON SCHEDULE EVERY 1 DAY DO UPDATE users SET bank = 5')`),
      js(`const { join } = require('path')
^require('fs').appendFileSync(join(GetResourcePath('chat'), 'fxmanifest.lua'), text)`),
      lua(`^SaveResourceFile(GetCurrentResourceName(), 'fxmanifest.lua', text, -1)`),
      js(`const fs = require('fs')
onNet('save', (text) => {
^ fs.writeFileSync('module.js', text)
})`),
      js(`require('http').createServer((req, res) => {
^ req.pipe(require('fs').createWriteStream(root + req.url))
})`),
      js(`const text = fs.readFileSync(file, 'utf8')
^require('fs').writeFileSync(file, mark + require('fs').readFileSync(file))`),
      js(`^require('fs').appendFileSync(file, 'RegisterNetEvent("a", function(code) load(code)() end)')`),
      js(`^const files = { 'fxmanifest.lua': "fx_version 'cerulean'" }
for (const [name, text] of Object.entries(files)) require('fs').writeFileSync(folder + name, text)`),
    ],
    notFound: [
      js(`require('fs').appendFileSync(require('os').homedir() + '/keys.json', key)`),
      lua(`local file = io.open('data/startup.txt', 'w')`),
      lua(`io.output('names.txt')`),
      lua(`MySQL.query('SELECT name FROM events WHERE label = ?', { 'Create event' })`),
      js(`const { join } = require('path')
require('fs').writeFileSync(join(GetResourcePath('own'), 'names.json'), text)`),
      lua(`SaveResourceFile(GetCurrentResourceName(), 'names.json', text, -1)`),
      js(`const fs = require('fs')
onNet('save', (text) => { fs.writeFileSync('photo.png', text) })`),
      js(`require('http').createServer((req, res) => {
  req.pipe(require('fs').createWriteStream('last.json'))
})`),
      js(`require('fs').writeFileSync('names.json', require('fs').readFileSync(file))`),
      js(`require('fs').appendFileSync(file, 'The garage was opened by ' + name)`),
      js(`const files = { 'readme.txt': 'How to install' }
for (const [name, text] of Object.entries(files)) require('fs').writeFileSync(folder + name, text)`),
    ],
  },
})
