import { js, type Fixture } from './fixture.ts'

export const pageFixtures: Fixture[] = [
  js('runs-downloaded-code', `^importScripts('https://a.example/a.js')`, `importScripts('a.js')`, 'page'),
  js(
    'obfuscated',
    `^show('${'\\x61'.repeat(200)}')`,
    `const letters = { ${"'\\u24b6': 'A', ".repeat(250)} }`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `const element = document.createElement('script')\n^element.src = 'https://localhost.example/a.js'`,
    `const element = document.createElement('script')\nelement.src = isTest ? 'http://localhost:4173/a.js' : \`https://cfx-nui-\${name}/a.js\``,
    'page',
  ),
  js(
    'remote-page',
    `^$('#app').append('<iframe src="https://a.example/frame"></iframe>')`,
    `$('#app').append('<a href="https://a.example/frame"></a>')`,
    'page',
  ),
  js(
    'hidden-text',
    `^frame.srcdoc = '<script>' + atob('Y29uc29sZS5sb2coMSkgLy8gdGV4dA==') + '</script>'`,
    `frame.srcdoc = '<p>' + atob('aGVsbG8gd29ybGQ=') + '</p>'`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^Object.assign(document.createElement('script'), { src: 'https://a.example/a.js' })`,
    `Object.assign(document.createElement('img'), { src: 'https://a.example/a.png' })`,
    'page',
  ),
  js(
    'runs-computed-code',
    `const src = textOf(settings)\n^document.head.append(Object.assign(document.createElement('script'), { src }))`,
    `Object.assign(document.createElement('script'), { src: 'js/' + name + '.js' })`,
    'page',
  ),
  js(
    'webhook',
    `^const hook = 'https://discordapp.com/api/webhooks/123456789012345678/abcdef'`,
    `const invite = 'https://discord.com/invite/abcdef'`,
    'page',
  ),
  js(
    'runs-computed-code',
    `const element = document.createElement('script')\n^element.src = textOf(settings)`,
    `const element = document.createElement('script')\nelement.src = 'js/' + name + '.js'`,
    'page',
  ),
  js(
    'runs-computed-code',
    `const element = document.createElement('script')\n^element.setAttribute('src', textOf(settings))`,
    `const element = document.createElement('img')\nelement.setAttribute('src', textOf(settings))`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `const element = document.createElement('scr' + 'ipt')\n^element.src = ['https:', '', 'a.example', 'a.js'].join('/')`,
    `const element = document.createElement('script')\nelement.src = 'https://cfx-nui-game/ui/jquery.js'`,
    'page',
  ),
  js(
    'hidden-text',
    `const element = document.createElement('script')\n^element.src = atob('aHR0cHM6Ly9hLmV4YW1wbGUvYS5qcw==')`,
    `const element = document.createElement('img')\nelement.src = atob(settings.icon)`,
    'page',
  ),
  js(
    'decoder',
    `const element = document.createElement('script')\n^element.src = atob(settings.source)`,
    `const element = document.createElement('img')\nelement.src = atob(settings.source)`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^import('https://' + 'a.example' + '/a.js')`,
    `import('./modules/' + name + '.js')`,
    'page',
  ),
  js(
    'hidden-text',
    `const element = document.createElement('script')\n^element.textContent = String.fromCharCode(101, 118, 97, 108, 40, 97, 41)`,
    `const element = document.createElement('script')\nelement.textContent = source`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^app.innerHTML += '<script src="https://a.example/a.js"></script>'`,
    `app.innerHTML = '<script src="js/a.js"></script>'`,
    'page',
  ),
  js(
    'runs-computed-code',
    `^app.insertAdjacentHTML('beforeend', '<img src="x" onerror="eval(textOf(settings))">')`,
    `app.insertAdjacentHTML('beforeend', '<img src="x" onerror="remove(this)">')`,
    'page',
  ),
  js(
    'remote-page',
    `const element = document.createElement('iframe')\n^element.src = 'https://a.example/frame'`,
    `const element = document.createElement('iframe')\nelement.src = 'frame.html'`,
    'page',
  ),
  js(
    'runs-downloaded-code',
    `^import { start } from 'https://a.example/a.js'`,
    `import { start } from './a.js'`,
    'page',
  ),
]
