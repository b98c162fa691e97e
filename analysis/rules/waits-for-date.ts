import { has, isConstant, nothing, numberOf, origin, textOf, type Value } from '#analysis/flow/value.ts'
import { defineRule, js, lua, medium } from './rule.ts'

function isDate(value: Value): boolean {
  if (!isConstant(value)) return false
  const number = numberOf(value)
  // Bans without an end last until the largest number of 31 bits or a year after 2040.
  if (number !== undefined && ![2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1].includes(number))
    return (
      (number > 2023 && number < 2041) ||
      (number > 1.6e9 && number < 2.25e9) ||
      (number > 1.6e12 && number < 2.25e12)
    )
  return /^20([0-3]\d|40)-?[01]\d(-?[0-3]\d)?$/.test(textOf(value) ?? '')
}

export const waitsForDate = defineRule({
  id: 'waits-for-date',
  on: ['compares'],
  test: ({ values, file, name }) => {
    const [left = nothing, right = nothing] = values
    if (file.side === 'page' || name === 'if') return undefined
    const date =
      has(left, origin.time) && isDate(right)
        ? right
        : has(right, origin.time) && isDate(left)
          ? left
          : undefined
    return date && medium(textOf(date))
  },
  examples: {
    found: [
      lua(`^if os.time() + 86400 > 2208988800 then crash() end`),
      lua(`^if os.date('%Y-%m-%d') > '2040-01-31' then crash() end`),
      lua(`local ends = 1767225600
^if os.time() > ends then crash() end`),
      lua(`^if os.date('%Y-%m-%d') >= '2026-01-31' then crash() end`),
      js(`^if (Date.now() > 1767225600000) crash()`),
      lua(`^local late = os.difftime(os.time(), 1830297600)`),
    ],
    notFound: [
      lua(`local ends = os.time() + hours * 3600
if ends > 2524608000 then ends = 2524608000 end`),
      lua(`if os.date('%Y-%m-%d') == '2099-12-31' then keep() end`),
      lua(`local cooldown = 3600
if os.time() - last > cooldown then reset() end`),
      lua(`if os.date('%H:%M') == '06:00' then restart() end`),
      js(`if (Date.now() - startedAt > 60000) reset()`),
      lua(`local late = os.difftime(os.time(), startedAt)`),
    ],
  },
})
