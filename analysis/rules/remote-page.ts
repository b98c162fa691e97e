import { cutText } from '#analysis/cut-text.ts'
import { valuesWithin } from '#analysis/flow/heap.ts'
import { isConstant, nothing, textOf, textsOf, type Value } from '#analysis/flow/value.ts'
import { fileHosts } from '#analysis/knowledge/hosts.ts'
import { propertyOf } from './code.ts'
import { hostsOf, isOfLibraries, isRemote } from './hosts.ts'
import { markupSources } from './markup.ts'
import { defineRule, js, low, lua, medium } from './rule.ts'

/** Elements and attributes that run code or show another page. */
const running = /<(script|iframe|object|embed)\b|<\w[^>]{0,500}\son(error|load|click|mouse\w+)\s*=/i
const media = /\.(png|jpe?g|gif|webp|svg|ico|mp[34]|ogg|webm|wav)(\?|$)/i
const isOfFile = (url: string): boolean => URL.canParse(url) && fileHosts.has(new URL(url).host)
const frame = (value: Value) => {
  const url = [...textsOf(value), value.prefix ?? ''].find(isRemote)
  if (url === undefined) return undefined
  const [host = ''] = hostsOf(url)
  if (isConstant(value) && textsOf(value).every(isOfFile)) return undefined
  return isOfLibraries(value) ? low(host) : medium(host)
}

export const remotePage = defineRule({
  id: 'remote-page',
  on: ['shows-page', 'sets-property', 'sets-attribute', 'adds-markup', 'sends-event'],
  onResource: ({ page, loadscreen }) =>
    [page, loadscreen].flatMap((url) => (url !== null && isRemote(url) ? [medium(cutText(url, 120))] : [])),
  test: (event, program) => {
    const { kind, named, object, name, file, values } = event
    if (kind === 'sends-event') {
      const isOfChat = (textOf(named.name ?? nothing) ?? '').startsWith('chat')
      const texts = isOfChat ? values.flatMap((value) => [...valuesWithin(value)].flatMap(textsOf)) : []
      return texts.some((text) => running.test(text)) ? medium('markup with code, in the chat') : undefined
    }
    if (file.language === 'lua' && kind !== 'shows-page') return undefined
    if (kind === 'shows-page') return frame(named.url ?? nothing)
    const source = markupSources(event).find((one) => one.kind === 'frame')
    if (source) return source.isLibrary ? low(source.host) : medium(source.host)
    if (kind !== 'sets-property' && kind !== 'sets-attribute') return undefined
    const [property, value] = propertyOf(event)
    const refs = object?.refs ?? []
    const isLocation =
      (property === 'href' && refs.some((ref) => /^(document\.)?location$/.test(ref))) ||
      (property === 'location' && refs.some((ref) => ref === '_G' || ref === 'document'))
    const isFrame =
      property === 'src' &&
      !refs.includes('#script') &&
      (refs.includes('#frame') || (program.hasFrame && !media.test(textOf(value) ?? value.suffix ?? '')))
    return (isLocation || isFrame) && name !== '' ? frame(value) : undefined
  },
  examples: {
    found: [
      lua(`local template = '<b>{0}</b><img src="data:," onerror="load()">'
^TriggerClientEvent('chat:addMessage', -1, { template = template, args = { title } })`),
      js(`^window.location.href = 'https://a.example'`, 'page'),
      js(`^app.innerHTML = '<object data="https://a.example/frame"></object>'`, 'page'),
      js(`^location.replace('https://a.example')`, 'page'),
      js(`^$('#app').append('<iframe src="https://a.example/frame"></iframe>')`, 'page'),
      js(
        `const element = document.createElement('iframe')
^element.src = 'https://a.example/frame'`,
        'page',
      ),
      lua(`^local board = CreateDui('https://a.example/board', 512, 512)`, 'client'),
      lua(`^local board = CreateDui('https://i.imgur.com@a.example/a.png', 512, 512)`, 'client'),
    ],
    notFound: [
      lua(`local template = '<b>{0}</b><img src="https://i.imgur.com/a.png">'
TriggerClientEvent('chat:addMessage', -1, { template = template, args = { title } })`),
      js(`link.href = 'https://a.example'`, 'page'),
      js(`app.innerHTML = '<object data="frame.html"></object>'`, 'page'),
      js(`location.replace('menu.html')`, 'page'),
      js(`$('#app').append('<a href="https://a.example/frame"></a>')`, 'page'),
      js(
        `const element = document.createElement('iframe')
element.src = 'frame.html'`,
        'page',
      ),
      lua(`local board = CreateDui('https://i.imgur.com/a.png', 512, 512)`, 'client'),
      lua(`local board = CreateDui('nui://shop/board.html', 512, 512)`, 'client'),
    ],
  },
})
