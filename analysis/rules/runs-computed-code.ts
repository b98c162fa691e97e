import { endOf, has, nothing, origin, startOf, textOf, outside } from '#analysis/flow/value.ts'
import { codeKinds, codeOf } from './code.ts'
import { defineRule, high, js, low, lua, medium } from './rule.ts'

export const runsComputedCode = defineRule({
  id: 'runs-computed-code',
  isLowerOnClient: true,
  on: [...codeKinds, 'runs-command', 'reads-file', 'sets-property'],
  test: (event, program) => {
    const { file, kind, object, named, name } = event
    if (
      kind === 'sets-property' &&
      object?.refs?.some((ref) => /^require\.extensions$|\._extensions$/.test(ref))
    )
      return medium('files of another kind are run by require')
    if (kind === 'reads-file') {
      if (!/^(loadfile|dofile)$/.test(name)) return undefined
      const path = named.path ?? nothing
      // Tests run the files beside them; of a file that a manifest loads, it may be one that was written.
      const isOfTest = !file.isLoaded && has(path, origin.unknown) && /\.lua$/i.test(endOf(path))
      return (isOfTest ? low : medium)(`run by ${name}`)
    }
    if (kind === 'runs-command') {
      const command = named.command ?? nothing
      if (file.side !== 'client' && /^\s*exec\s/.test(startOf(command)))
        return medium('a file of console commands')
      const isForeign = (command.origins & (outside | origin.http | origin.decoded)) !== 0
      return startOf(command) === '' &&
        file.side !== 'client' &&
        (command.origins & origin.unknown) !== 0 &&
        !isForeign
        ? medium('a console command that is made of parts')
        : undefined
    }
    if (name.startsWith('module:module.register')) return medium('changes the files that are loaded')
    const code = codeOf(event)
    if (!code || (code.origins & (outside | origin.http | origin.decoded)) !== 0) return undefined
    const text = textOf(code.value)
    if (text !== undefined && (code.origins & origin.built) !== 0 && !/[a-z]{2}/i.test(text))
      return medium(`computed characters, run by ${code.runner}`)
    const isUnknown =
      (code.origins & origin.unknown) !== 0 || (code.value.refs !== undefined && !code.value.functions)
    const isWholeFile = (code.origins & (origin.file | origin.part)) === origin.file
    if (isWholeFile || !isUnknown) return undefined
    if ((code.value.prefix ?? '').length >= 3 && !program.callsOut(file)) return low(`run by ${code.runner}`)
    // The rule is one step lower on the client. Lua that runs a computed text is rare there, and stays medium.
    return file.language === 'lua' && file.side === 'client'
      ? high(`run by ${code.runner}`)
      : medium(`run by ${code.runner}`)
  },
  examples: {
    found: [
      js(`^require('module').registerHooks({ load: (url, context, next) => changed(next(url, context)) })`),
      js(
        `const src = textOf(settings)
^document.head.append(Object.assign(document.createElement('script'), { src }))`,
        'page',
      ),
      js(
        `const element = document.createElement('script')
^element.src = textOf(settings)`,
        'page',
      ),
      js(
        `const element = document.createElement('script')
^element.setAttribute('src', textOf(settings))`,
        'page',
      ),
      js(`^app.insertAdjacentHTML('beforeend', '<img src="x" onerror="eval(textOf(settings))">')`, 'page'),
      js(`const { Worker } = require('worker_threads')
^new Worker(textOf(settings), { eval: true })`),
      lua(`^ExecuteCommand('exec @shop/data.cfg')`),
      js(`const threads = require('node:worker_threads')
const options = { eval: true }
^new threads.Worker(textOf(settings), options)`),
      lua(`local text = LoadResourceFile(GetCurrentResourceName(), 'server.lua')
^load(text:match('%-%-%[%[(.-)%]%]'))()
--[[ print('hello') ]]`),
      lua(`local text = LoadResourceFile(GetCurrentResourceName(), 'server.lua')
^load(text:gsub('^.*@@', ''))()`),
      js(`^eval(require('fs').readFileSync(__filename, 'utf8').split('//@')[1])
//@console.log('hello')`),
      lua(`^load(textOf(settings))()`),
      js(`^eval(textOf(settings))`),
      js(`const { Worker } = require('worker_threads')
const options = { eval: false }
options.eval = true
^new Worker(textOf(settings), options)`),
      js(`^eval(textOf(settings))`),
      lua(`^ExecuteCommand(table.concat(words, ' '))`),
      js(`^require('module')._extensions['.jpg'] = (module, name) => module._compile(read(name), name)`),
      lua(`local codes = {}
for mark in text:gmatch('.') do codes[#codes + 1] = mark == 'a' and 1 or 0 end
^load(string.char(table.unpack(codes)))()`),
    ],
    notFound: [
      js(`require('module').isBuiltin('fs')`),
      lua(`ExecuteCommand('execute_task')`),
      js(`Object.assign(document.createElement('script'), { src: 'js/' + name + '.js' })`, 'page'),
      js(
        `const element = document.createElement('script')
element.src = 'js/' + name + '.js'`,
        'page',
      ),
      js(
        `const element = document.createElement('img')
element.setAttribute('src', textOf(settings))`,
        'page',
      ),
      js(`app.insertAdjacentHTML('beforeend', '<img src="x" onerror="remove(this)">')`, 'page'),
      js(`const { Worker } = require('worker_threads')
new Worker('console.log(1)', { eval: true })`),
      js(`const threads = require('node:worker_threads')
new threads.Worker(join(folder, 'a.js'), { workerData: 1 })`),
      lua(`load(LoadResourceFile(GetCurrentResourceName(), 'modules/a.lua'))()`),
      js(`evaluate(textOf(settings))`),
      js(`const { Worker } = require('worker_threads')
new Worker(join(folder, settings.name), { eval: false })`),
      js(`load(textOf(settings))`),
      lua(`ExecuteCommand('refresh')`),
      js(`require('module')._extensions['.js']`),
      lua(`local codes = {}
for mark in text:gmatch('.') do codes[#codes + 1] = mark == 'a' and 1 or 0 end
print(string.char(table.unpack(codes)))`),
      lua(`load(LoadResourceFile(GetCurrentResourceName(), name .. '/init'))()`),
    ],
  },
})
