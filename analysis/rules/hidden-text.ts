import { cutText } from '#analysis/cut-text.ts'
import { findHiddenNumbers, findHiddenText, hasCodeWords, isReadable } from '#analysis/flow/decode.ts'
import { originsOf } from '#analysis/flow/heap.ts'
import { has, isConstant, nothing, numberOf, origin, outside, textOf, textsOf } from '#analysis/flow/value.ts'
import { codeKinds, codeOf } from './code.ts'
import { markupOf } from './markup.ts'
import { defineRule, high, js, lua, medium } from './rule.ts'

/** Characters without a width, many in a row. */
const invisible = /[\u200b-\u200d\u2060\ufeff]{16}/
/** They show the rest of a line in another order: a comment looks like code, and code like a comment. */
const directionMarks = /[\u202d\u202e]|[\u202a\u202b\u2066-\u2068](?![^\n]*[\u202c\u2069])/
const fromPlayers = origin.event | origin.command | origin.state | origin.identity
const detailMax = 80

export const hiddenText = defineRule({
  id: 'hidden-text',
  isLowerOnClient: true,
  on: [...codeKinds, 'literal', 'folded', 'list', 'compares', 'reads-key', 'file'],
  test: (event, program) => {
    const { kind, values, object, file, name } = event
    if (kind === 'file') {
      const mark = directionMarks.exec(file.text)
      return mark ? { ...high('marks that show the line in another order'), start: mark.index } : undefined
    }
    const [first = nothing, second = nothing] = values
    if (kind === 'literal') {
      const text = textOf(first)
      if (text === undefined || typeof first.constants?.[0] !== 'string') return undefined
      if (invisible.test(text)) return high('invisible characters')
      const hidden = findHiddenText(text, program.escapesAt(event))
      return hidden && high(`${hidden.how}: ${cutText(hidden.text, detailMax)}`)
    }
    if (kind === 'folded') {
      const text = textsOf(first).find((one) => hasCodeWords(one)) ?? textOf(first)
      if (text === undefined || !has(first, origin.hidden) || text.length < 4) return undefined
      if (hasCodeWords(text)) return high(cutText(text, 100))
      return text.length >= 24 && isReadable(text) ? medium(cutText(text, 100)) : undefined
    }
    if (kind === 'list') {
      const numbers = values.flatMap((value) => numberOf(value) ?? [])
      const hidden =
        values.length >= 8 && numbers.length === values.length ? findHiddenNumbers(numbers) : undefined
      return hidden && high(`${hidden.how}: ${cutText(hidden.text, detailMax)}`)
    }
    if ((kind === 'compares' && /^[=!]=$/.test(name)) || kind === 'reads-key') {
      const isChecksum = (value: typeof first): boolean =>
        has(value, fromPlayers) && has(value, origin.charCode) && has(value, origin.arithmetic)
      const others =
        kind === 'compares'
          ? [second, first]
          : [
              {
                origins: 0,
                constants: [
                  Number(
                    [...(object?.objects?.[0]?.fields.keys() ?? [])].find((key) =>
                      /^-?\d{6,10}$/.test(key),
                    ) ?? 0,
                  ),
                ],
              },
            ]
      return values.some(
        (value, index) => isChecksum(value) && Math.abs(numberOf(others[index] ?? nothing) ?? 0) >= 100_000,
      )
        ? medium('a text of a player is compared by its checksum')
        : undefined
    }
    const markup = markupOf(event)
    if (markup)
      return has(markup, origin.hidden) && markup.constants?.some((text) => String(text).includes('<script'))
        ? high('a script element')
        : undefined
    const code = codeOf(event)
    if (!code || !has(code.value, origin.hidden) || (originsOf(code.value) & outside) !== 0) return undefined
    const text = isConstant(code.value) ? textOf(code.value) : undefined
    return high(
      text === undefined ? `run by ${code.runner}` : `${cutText(text, detailMax)}, run by ${code.runner}`,
    )
  },
  examples: {
    found: [
      js(`^frame.srcdoc = '<script>' + atob('Y29uc29sZS5sb2coMSkgLy8gdGV4dA==') + '</script>'`, 'page'),
      js(
        `const element = document.createElement('script')
^element.src = atob('aHR0cHM6Ly9hLmV4YW1wbGUvYS5qcw==')`,
        'page',
      ),
      js(
        `const element = document.createElement('script')
^element.textContent = String.fromCharCode(101, 118, 97, 108, 40, 97, 41)`,
        'page',
      ),
      lua(`^local url = string.char(104, 116, 116, 112, 115, 58, 47, 47, 97, 46, 101)`),
      js(`^const text = Buffer.from('aHR0cHM6Ly9hLmV4YW1wbGUvY29kZS5qcw==', 'base64')`),
      js(`^new Function(atob('Y29uc29sZS5sb2coMSkgLy8gYSBsb25nIHRleHQ='))()`),
      lua(
        `^local marks = '\u200b\u200c\u200b\u200c\u200b\u200c\u200b\u200c\u200b\u200c\u200b\u200c\u200b\u200c\u200b\u200c'`,
      ),
      lua(`local level = 'user'
^--[[\u202e \u2066if level == 'user' then return end\u2069 \u2066]]
open()`),
      lua(`local function sum(text)
  local total = 5381
  for i = 1, #text do total = (total * 33 + text:byte(i)) & 0x7fffffff end
  return total
end
RegisterCommand('hint', function(source, args)
^ if sum(args[1] or '') == 458982833 then open() end
end)`),
    ],
    notFound: [
      js(`frame.srcdoc = '<p>' + atob('aGVsbG8gd29ybGQ=') + '</p>'`, 'page'),
      js(
        `const element = document.createElement('img')
element.src = atob(settings.icon)`,
        'page',
      ),
      js(
        `const element = document.createElement('script')
element.textContent = source`,
        'page',
      ),
      lua(`local plate = string.char(math.random(65, 90)) .. string.char(math.random(65, 90))`),
      js(`const icon = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'`),
      js(`show(atob('aGVsbG8gd29ybGQ='))`),
      lua(`local mark = '\u200b'`),
      js(`const greeting = '\u2067مرحبا\u2069, \u202bشكرا\u202c'`),
      lua(`local function sum(text)
  local total = 5381
  for i = 1, #text do total = (total * 33 + text:byte(i)) & 0x7fffffff end
  return total
end
RegisterCommand('hint', function(source, args)
  if sum(args[1]) == sums[source] then open() end
end)`),
    ],
  },
})
